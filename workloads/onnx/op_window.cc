// SPDX-License-Identifier: Apache-2.0
// Windows of convolutions and pooling (op_axes.h). Output sizes:
//   SAME_*: ceil(in / s);  else floor((in + pads - d (k - 1) - 1) / s) + 1
//   transposed: s (in - 1) + output_padding + d (k - 1) + 1 - pads
#include <string>

#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

constexpr std::int64_t kMaxWindowNumber = std::int64_t{1} << 31;

std::vector<std::int64_t> list_of(const OpContext& c, const char* name, std::size_t rank,
                                  std::int64_t otherwise, std::int64_t least) {
  auto given = c.integers(name);
  if (!given || given->empty()) return std::vector<std::int64_t>(rank, otherwise);
  if (given->size() != rank) {
    c.fail(std::string(name) + " has " + std::to_string(given->size()) + " numbers, " +
           std::to_string(rank) + " are due");
  }
  for (const std::int64_t v : *given) {
    if (v < least || v >= kMaxWindowNumber) {
      c.fail(std::string(name) + " " + std::to_string(v) + " is outside " + std::to_string(least) +
             " .. 2^31-1");
    }
  }
  return *std::move(given);
}

SpatialWindow strides_and_pads(const OpContext& c, std::size_t rank, const Dims& kernel) {
  SpatialWindow w;
  c.require(kernel.size() == rank, "the kernel has another number of axes than the input");
  w.kernel = kernel;
  for (const std::int64_t k : kernel) {
    if (k < 1 || k >= kMaxWindowNumber) c.fail("kernel size " + std::to_string(k) + " is below 1");
  }
  w.stride = list_of(c, "strides", rank, 1, 1);
  w.dilation = list_of(c, "dilations", rank, 1, 1);
  const std::vector<std::int64_t> pads = list_of(c, "pads", 2 * rank, 0, -kMaxWindowNumber);
  const auto half = static_cast<std::ptrdiff_t>(rank);
  w.pad_begin.assign(pads.begin(), pads.begin() + half);
  w.pad_end.assign(pads.begin() + half, pads.end());
  return w;
}

bool is_same(const std::string& auto_pad) {
  return auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
}

std::string auto_pad_of(const OpContext& c) {
  std::string mode = c.text("auto_pad", "NOTSET");
  if (!is_same(mode) && mode != "VALID" && mode != "NOTSET" && !mode.empty()) {
    c.fail("auto_pad '" + mode + "' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
  }
  return mode;
}

std::int64_t extent(const SpatialWindow& w, std::size_t i) {
  return checked_add(checked_mul(w.dilation[i], w.kernel[i] - 1), 1);
}

void pad_same(SpatialWindow& w, std::size_t i, std::int64_t total, bool upper) {
  total = total < 0 ? 0 : total;
  w.pad_begin[i] = upper ? total / 2 : total - total / 2;
  w.pad_end[i] = total - w.pad_begin[i];
}

void slide(const OpContext& c, SpatialWindow& w, const Dims& spatial, bool round_up) {
  const std::string mode = auto_pad_of(c);
  for (std::size_t i = 0; i < spatial.size(); ++i) {
    const std::int64_t in = spatial[i], span = extent(w, i);
    if (is_same(mode)) {
      const std::int64_t out = ceil_div(in, w.stride[i]);
      pad_same(w, i, checked_mul(out - 1, w.stride[i]) + span - in, mode == "SAME_UPPER");
      w.out.push_back(out);
      continue;
    }
    if (mode == "VALID") w.pad_begin[i] = w.pad_end[i] = 0;
    const std::int64_t room = in + w.pad_begin[i] + w.pad_end[i] - span;
    if (room < 0) {
      c.fail("the kernel spans " + std::to_string(span) + " but the padded input has " +
             std::to_string(room + span) + " along spatial axis " + std::to_string(i));
    }
    std::int64_t out = (round_up ? ceil_div(room, w.stride[i]) : room / w.stride[i]) + 1;
    // A window may not start in the padding behind the image.
    if (round_up && (out - 1) * w.stride[i] >= in + w.pad_begin[i]) --out;
    w.out.push_back(out);
  }
}

}  // namespace

SpatialWindow spatial_window(const OpContext& c, const Dims& spatial, const Dims& kernel) {
  SpatialWindow w = strides_and_pads(c, spatial.size(), kernel);
  slide(c, w, spatial, false);
  return w;
}

SpatialWindow pool_window(const OpContext& c) {
  const TensorValue& x = c.in(0);
  c.require(x.rank() >= 3, "the input needs at least three dimensions");
  const Dims spatial(x.dims.begin() + 2, x.dims.end());
  const auto kernel = c.integers("kernel_shape");
  if (!kernel) c.fail("kernel_shape is missing");
  SpatialWindow w = strides_and_pads(c, spatial.size(), *kernel);
  slide(c, w, spatial, c.integer("ceil_mode", 0) != 0);
  return w;
}

SpatialWindow transposed_window(const OpContext& c, const Dims& spatial, const Dims& kernel) {
  SpatialWindow w = strides_and_pads(c, spatial.size(), kernel);
  const std::vector<std::int64_t> extra = list_of(c, "output_padding", spatial.size(), 0, 0);
  const std::string mode = auto_pad_of(c);
  const auto output_shape = c.integers("output_shape");
  if (output_shape && !output_shape->empty() && output_shape->size() != spatial.size()) {
    c.fail("output_shape needs " + std::to_string(spatial.size()) + " numbers");
  }
  for (std::size_t i = 0; i < spatial.size(); ++i) {
    const std::int64_t full =
        checked_add(checked_mul(w.stride[i], spatial[i] - 1), extra[i]) + extent(w, i);
    if (output_shape && !output_shape->empty()) {
      w.out.push_back((*output_shape)[i]);
      pad_same(w, i, full - w.out[i], mode != "SAME_LOWER");
    } else if (is_same(mode)) {
      w.out.push_back(checked_mul(spatial[i], w.stride[i]));
      pad_same(w, i, full - w.out[i], mode == "SAME_UPPER");
    } else {
      if (mode == "VALID") w.pad_begin[i] = w.pad_end[i] = 0;
      w.out.push_back(full - w.pad_begin[i] - w.pad_end[i]);
    }
    if (w.out[i] < 1) {
      c.fail("the output would have size " + std::to_string(w.out[i]) + " along spatial axis " +
             std::to_string(i));
    }
  }
  return w;
}

}  // namespace crossroof
