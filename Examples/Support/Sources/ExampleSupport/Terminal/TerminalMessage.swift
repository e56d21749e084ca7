import Foundation

/// A message of a program as a line of JSON.
struct TerminalMessage: Encodable {
  enum Kind: String, Encodable {
    case error, warning, note
  }

  var type: Kind
  var message: String
  /// For errors, the name of the reason.
  var code: String?
  /// For errors, advice on how to fix them.
  var advice: String?
  /// For errors, the exit code.
  var status: Int32?
  /// For errors, the things to which an ambiguous name may refer.
  var candidates: [CommandFailure.Candidate]?

  init(_ type: Kind, _ message: String) {
    self.type = type
    self.message = message
  }

  init(_ failure: CommandFailure) {
    self.init(.error, failure.message)
    code = failure.reason.name
    advice = failure.advice
    status = failure.code.rawValue
    candidates = failure.candidates
  }

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
