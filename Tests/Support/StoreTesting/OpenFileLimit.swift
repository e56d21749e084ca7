#if os(Linux)
  import Foundation

  /// The limit of open files of this process.
  package enum OpenFileLimit {
    /// Prevents the process from opening any further file, permanently.
    package static func exhaust() {
      let free = open("/dev/null", O_RDONLY)
      close(free)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = rlim_t(free)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }
#endif
