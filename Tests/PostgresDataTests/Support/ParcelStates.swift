/// What programs have told of the batches that they saved.
struct ParcelStates {
  /// What was done last, and what was tried since.
  private var known: [String: (done: String?, tried: [String])] = [:]
  private(set) var saveCount = 0
  private(set) var refusals: [String] = []

  var batches: Dictionary<String, (done: String?, tried: [String])>.Keys { known.keys }

  /// Takes note of what a program said.
  mutating func note(_ output: String) {
    // A line that was not ended was not said.
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines {
      let words = line.split(separator: " ")
      switch words.first {
      case "saves": saveCount += words.dropFirst().first.flatMap { Int($0) } ?? 0
      case "try" where words.count == 5:
        known[String(words[1]), default: (nil, [])].tried.append(Self.state(words))
      case "done" where words.count == 5:
        known[String(words[1])] = (Self.state(words), [])
        saveCount += 1
      case "refused": refusals.append(String(line))
      default: break
      }
    }
  }

  private static func state(_ words: [Substring]) -> String {
    words[2] == "false" ? "false" : words[2...].joined(separator: " ")
  }

  /// What is wrong with a batch.
  ///
  /// - Parameters:
  ///   - batch: Its name.
  ///   - found: How it is stored; nil where it is not.
  /// - Returns: What is wrong; nothing where it is what was saved last, or was tried since.
  func faults(_ batch: String, _ found: String?) -> [String] {
    guard let (done, tried) = known[batch] else { return ["nobody made \(batch)"] }
    let found = found ?? "false"
    if found == done ?? "false" || tried.contains(found) { return [] }
    return ["\(batch) is \(found), but \(done ?? "nothing") was saved and \(tried) was tried"]
  }
}
