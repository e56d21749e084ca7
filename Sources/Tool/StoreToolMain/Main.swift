import CommandLineTool
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
    // A reader that closes the pipe, as `head` does, ends the program silently.
    signal(SIGPIPE, SIG_DFL)
    // Exceeding the file size limit becomes an error that can be reported, instead of a signal.
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    let terminal = Terminal.standard(
      program: "swiftdata", environment: environment, buffersFiles: true)
    let tool = Tool(ToolSession(terminal, kinds: kinds))
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// The kinds of stores that this build supports.
  private static var kinds: StoreKinds {
    var kinds = StoreKinds.standard
    #if POSTGRES
      kinds.kinds.append(PostgresStoreKind())
    #endif
    return kinds
  }

  /// Opens `/dev/null` for standard streams that the caller closed: otherwise files that the
  /// program opens would get their descriptors, and receive its output.
  private static func occupyStandardStreams() {
    var descriptor = open("/dev/null", O_RDONLY)
    while descriptor >= 0, descriptor <= STDERR_FILENO { descriptor = open("/dev/null", O_RDONLY) }
    if descriptor >= 0 { close(descriptor) }
  }
}
