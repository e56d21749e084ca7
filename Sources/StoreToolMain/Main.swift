import Foundation
import StoreTool

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
    let tool = Tool(ToolSession(.standard(environment: environment)))
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Sees to it that a stream which whoever called has closed stays closed: what the program opens would
  /// take its place, and get the output.
  private static func occupyStandardStreams() {
    var descriptor = open("/dev/null", O_RDONLY)
    while descriptor >= 0, descriptor <= STDERR_FILENO { descriptor = open("/dev/null", O_RDONLY) }
    if descriptor >= 0 { close(descriptor) }
  }
}
