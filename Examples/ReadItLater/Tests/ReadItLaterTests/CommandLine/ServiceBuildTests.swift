import Testing

/// Reports in the log if the bookmark service was not built.
@Suite("Service")
struct ServiceBuildTests {
  #if !MICROHTTPD
    @Test(.disabled("libmicrohttpd is missing: Scripts/install_microhttpd installs it."))
    func serviceIsBuiltAndTested() {}
  #endif
}
