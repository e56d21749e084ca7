import CommandLineTool

extension Terminal {
  /// Writes the message of a failure.
  package func fail(_ failure: CommandFailure) {
    say(failure.text, json: FailureRecord(failure))
  }
}

/// A failure as a line of JSON.
private struct FailureRecord: Encodable {
  let type = "error"
  let message: String
  /// The name of the reason.
  let code: String
  /// Advice on how to fix it.
  let advice: String?
  /// The exit code.
  let status: Int32
  /// The things to which an ambiguous name may refer.
  let candidates: [CommandFailure.Candidate]?

  init(_ failure: CommandFailure) {
    message = failure.message
    code = failure.reason.name
    advice = failure.advice
    status = failure.code.rawValue
    candidates = failure.candidates
  }
}
