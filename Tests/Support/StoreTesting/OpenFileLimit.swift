#if os(Linux)
  import Foundation

  /// The limit of the files that this process can have open.
  package enum OpenFileLimit {
    /// Lets the process open no further file, for good.
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
