import Foundation
import CommandLineTool

/// An error that ends a command.
package struct CommandFailure: Error {
  /// One of several things to which a name may refer.
  package struct Candidate: Codable, Equatable, Sendable {
    package var id: String
    package var name: String

    package init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The error and its location, in complete sentences.
  package var message: String
  /// Advice on how to fix it.
  package var advice: String?
  package var reason: FailureReason
  /// The things to which an ambiguous name may refer.
  package var candidates: [Candidate]?

  package init(
    _ message: String, advice: String? = nil, _ reason: FailureReason = .failed,
    candidates: [Candidate]? = nil
  ) {
    self.message = message
    self.advice = advice
    self.reason = reason
    self.candidates = candidates
  }

  /// Creates a failure with the description and advice of an error of the program's domain.
  package init(_ error: some LocalizedError, advice: String? = nil, _ reason: FailureReason) {
    self.init(
      error.sentence.printable, advice: (error.recoverySuggestion ?? advice)?.printable, reason)
  }

  package var code: ExitCode { reason.exitCode }

  /// Message, candidates and advice, each on separate lines.
  package var text: String {
    var lines = [message]
    if let candidates {
      lines += candidates.prefix(Self.shownCandidates)
        .map { "  \($0.id)  \($0.name)".withoutTrailingSpaces }
      let rest = candidates.count - Self.shownCandidates
      if rest > 0 { lines.append("  … and \(rest) more") }
    }
    if let advice { lines.append(advice) }
    return lines.joined(separator: "\n")
  }

  private static let shownCandidates = 5
}

extension CommandFailure: LocalizedError {
  package var errorDescription: String? { message }
  package var recoverySuggestion: String? { advice }
}
