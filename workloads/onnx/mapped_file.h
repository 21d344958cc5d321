// SPDX-License-Identifier: Apache-2.0
// A file mapped read-only into memory: pages that are never looked at are never read, which is what
// lets a model of several gigabytes be imported within a few megabytes.
#ifndef CROSSROOF_WORKLOADS_ONNX_MAPPED_FILE_H_
#define CROSSROOF_WORKLOADS_ONNX_MAPPED_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace crossroof {

class MappedFile {
 public:
  // Throws Error naming the path and the reason (missing, a folder, no permission).
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_MAPPED_FILE_H_
