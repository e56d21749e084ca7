import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// `export SPOT FILE`.
struct ExportCommand: Command {
  static let name = "export"
  static let synopsis = "SPOT FILE [--force]"
  static let summary = "Write the picture of a spot to a file."
  static let details = SpotsStore.spotDetails
  static let options: Set<CommandOption> = [.force]

  /// The result in JSON.
  struct Result: Codable, Equatable {
    var id: String
    var path: String
    var bytes: Int
    /// `png`, `jpeg` and so on; nil if the format is unknown.
    var format: String?
  }

  let spot: String
  let file: OutputFile
  let overwrites: Bool

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    spot = arguments[0]
    file = OutputFile(arguments[1])
    overwrites = invocation[.force] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let item = try await store.item(named: spot)
    guard item.spotImageName != nil else {
      throw CommandFailure(
        "“\((item.name ?? item.id).printable)” has no picture.",
        advice: "Add one with: spots edit SPOT --photo FILE", .noPicture)
    }
    let data = try await store.items.image(of: item.id)
    let format = ImageFormat(of: data)
    try file.write(data, overwrites: overwrites)
    let result = Result(
      id: item.id, path: file.url.path, bytes: data.count, format: format?.rawValue)
    try session.print(result) {
      "Wrote \(data.count) bytes\(format.map { " (\($0.rawValue))" } ?? "") to \(file.path)."
    }
    return .success
  }
}
