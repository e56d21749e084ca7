import Foundation
import StoreTool

#if POSTGRES
  import PostgresStoreTool
#endif

/// The program `swiftdata`.
@main
enum Main {
  static func main() {
    let environment = ProcessInfo.processInfo.environment
    // Whoever stops reading, as `head` does, ends the program without a complaint.
    signal(SIGPIPE, SIG_DFL)
    // A file that may not grow any more is told as such.
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    let tool = Tool(ToolSession(.standard(environment: environment), kinds: kinds))
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// What the program can work with, which depends on what it was built with.
  private static var kinds: StoreKinds {
    var kinds = StoreKinds.standard
    #if POSTGRES
      kinds.kinds.append(PostgresStoreKind())
    #endif
    return kinds
  }

  /// Sees to it that a stream which whoever called has closed stays closed: what the program opens would
  /// take its place, and get the output.
  private static func occupyStandardStreams() {
    var descriptor = open("/dev/null", O_RDONLY)
    while descriptor >= 0, descriptor <= STDERR_FILENO { descriptor = open("/dev/null", O_RDONLY) }
    if descriptor >= 0 { close(descriptor) }
  }
}
