import Foundation
import StoreTool

/// The program `swiftdata`.
@main
enum Main {
  static func main() {
    let environment = ProcessInfo.processInfo.environment
    // Whoever stops reading, as `head` does, ends the program without a complaint.
    signal(SIGPIPE, SIG_DFL)
    let tool = Tool(ToolSession(.standard(environment: environment)))
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
