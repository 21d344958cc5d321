// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "models/error.h"

namespace crossroof {
namespace {

// Above this size reading ahead would fetch payloads that nobody looks at.
constexpr std::size_t kRandomAccessAbove = std::size_t{16} << 20;

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw Error(path + ": error: cannot read the file: " + reason);
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const Descriptor file(path);
  if (file.get() < 0) fail(path, std::strerror(errno));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(path, "it is not a regular file");
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* mapping = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapping == MAP_FAILED) fail(path, std::strerror(errno));
  if (size_ > kRandomAccessAbove) ::madvise(mapping, size_, MADV_RANDOM);
  data_ = static_cast<const char*>(mapping);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace crossroof
