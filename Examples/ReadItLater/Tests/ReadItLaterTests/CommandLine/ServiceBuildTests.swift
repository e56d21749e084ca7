import Testing

/// Says in the log where the service of the bookmarks was left out.
@Suite("Service")
struct ServiceBuildTests {
  #if !MICROHTTPD
    @Test(.disabled("libmicrohttpd is missing: Scripts/install_microhttpd installs it."))
    func isBuiltAndTested() {}
  #endif
}
