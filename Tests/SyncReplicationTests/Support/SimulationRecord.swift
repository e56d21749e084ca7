import Foundation
import SyncPort

@testable import SyncReplication

/// What devices did, as far as it says what must be in the end.
struct SimulationRecord {
  struct Edit {
    let device: Int
    let record: String
    let field: String
    let value: String
    /// When it was set, as all devices see it; nil where nobody looked.
    let stamp: SyncStamp?
  }

  var edits: [Edit] = []
  /// Whether some devices do not know all properties, and delete what they do not see.
  var hasVersions = false
  /// Whether what was deleted is gone, whoever changed it.
  var deletionsWin = false
  /// Values that somebody saw and replaced, with what replaced them.
  var overwritten: [String: Set<String>] = [:]
  /// Values that gave way to others that were set elsewhere.
  var settled: Set<String> = []
  /// Whether records were found to be one.
  var hasDoubles = false
  /// Whether a server may write over what a device has added to a counter, which then nobody knows any more.
  var mayLoseSums = false
  /// What was added to counters, by record.
  var added: [String: Int64] = [:]
  struct Deletion {
    let device: Int
    let record: String
    /// What the device had seen by then.
    let seen: Set<String>
    /// When what it knew of the record had been set.
    let marks: SyncMarks
    /// The record that it could not be without, as the device knew it.
    let owner: String?
    /// When the lines that the device knew, or had deleted before, were given to their notes.
    let lines: [String: SyncStamp]
  }
  var deletions: [Deletion] = []
  /// Relationships, and places among members, that were changed, by record.
  var relations: [String: [Relation]] = [:]
  struct Relation {
    let device: Int
    let field: String
    /// When it was set; nil for what was taken away without a mark.
    let stamp: SyncStamp?
  }
  /// Lines that were made for a note or given to it, by the note, which must be there for as long as it has them.
  var lines: [String: [Line]] = [:]
  struct Line {
    let name: String
    let stamp: SyncStamp
  }
  /// How often records of each name were made.
  var made: [String: Int] = [:]
  /// Records that a late request made again after everybody had deleted them.
  var broughtBack: Set<String> = []
  /// What was sent and not answered, which whoever sent it takes for unseen.
  var unanswered: Set<SimulatedNetwork.Sending> = []
  /// Records of which a version was written over by somebody who had not seen it, and who may delete what is left.
  var writtenOver: Set<String> = []
  /// Whether a server may write over a deletion.
  var mayWriteOver = false
  /// Whether clocks were years ahead or were set back by more than a day, so that stamps do not tell what was set last.
  var hasFuture = false
  /// Whether a server may have lost what it had, deletions and sums among it.
  var hasLosses = false

  /// Checks that nothing was lost, and that nothing came back.
  func check(_ picture: [String: [String: String]], _ devices: [SimulatedDevice]) throws {
    let live = Set(picture.keys)
    for (name, fields) in picture {
      for (field, value) in fields where Self.fields.contains(field) {
        let text = value.dropFirst("text(\"".count).dropLast(2)
        let isDoubtful =
          deletions.contains { $0.record == name } || (hasDoubles && name.hasPrefix("u"))
        if overwritten.keys.contains(String(text)), !isDoubtful, !isFreeAgain(String(text)) {
          throw SimulationFailure(
            description: "\(name).\(field) is \(text), which was replaced by somebody who saw it")
        }
      }
      if let sum = added[name] {
        let shown = fields["count"] ?? "integer(0)"
        let isDoubtful = mayLoseSums || hasLosses || deletions.contains { $0.record == name }
        if shown != "integer(\(sum))", !isDoubtful {
          throw SimulationFailure(description: "\(name).count is \(shown), not \(sum)")
        }
      }
    }
    try checkEdits(picture)
    let needed = Set(picture.values.compactMap { $0["note"] })
    for deletion in deletions where live.contains(deletion.record) {
      let isNeeded = needed.contains("\(SyncValue.reference(deletion.record))")
      if !isNeeded, !wasNeeded(deletion), !mayBeBack(deletion) {
        throw SimulationFailure(description: "\(deletion.record) is back")
      }
    }
    for name in made.keys.sorted() where !live.contains(name) && !name.hasPrefix("u") {
      guard deletions.contains(where: { $0.record == name }) else {
        throw SimulationFailure(description: "\(name) is gone, which nobody deleted")
      }
    }
    for edit in edits
    where !deletionsWin && !live.contains(edit.record) && !edit.record.hasPrefix("u")
      && !overwritten.keys.contains(edit.value) && !settled.contains(edit.value)
      && !(hasVersions && edit.field == "mood") && !writtenOver.contains(edit.record)
    {
      let isKnown = deletions.contains {
        $0.record == edit.record && ($0.seen.contains(edit.value) || $0.device == edit.device)
      }
      if !isKnown {
        throw SimulationFailure(
          description: "\(edit.record) is gone, with \(edit.value), which no deleter saw")
      }
    }
  }
}

extension SimulationRecord {
  /// Whether a record may be there that was deleted because another could not be without it then, which may have been
  /// given to another since: one that went with it or had been its, and came back, or one that the deleter had not
  /// heard of.
  private func wasNeeded(_ deletion: Deletion) -> Bool {
    let lines = lines[deletion.record, default: []]
    let hasReturned = deletions.contains { other in
      other.device == deletion.device && mayBeBack(other)
        && (other.owner == deletion.record || lines.contains { $0.name == other.record })
    }
    return hasReturned
      || lines.contains { line in deletion.lines[line.name].map { $0 < line.stamp } ?? true }
  }

  /// Whether a record may be there that was deleted: it was changed by somebody of whom the deleter had not
  /// heard, or made again.
  private func mayBeBack(_ deletion: Deletion) -> Bool {
    let name = deletion.record
    let isUnseen = edits.contains { $0.record == name && !deletion.seen.contains($0.value) }
    // Of what was set again since nobody can tell whether the deleter knew the earlier one.
    let isRelated = relations[name, default: []].contains { relation in
      relation.device != deletion.device
        && (relation.stamp == nil || deletion.marks.stamp(of: relation.field) != relation.stamp)
    }
    // Records of one name are one, whoever makes them, and what one of them says goes over to the others.
    let isShared = name.hasPrefix("u") && (hasDoubles || made[name, default: 0] > 1)
    let isUnanswered = unanswered.contains { $0.record == name && $0.device != deletion.device }
    return isUnseen || isRelated || isShared || isUnanswered || broughtBack.contains(name)
      || mayWriteOver || hasLosses
  }
}

extension SimulationRecord {
  /// Whether a replaced value may be there because all that replaced it lost conflicts with third values.
  ///
  /// That takes a server that lost data and a device whose clock is ahead: its value replaced one and loses against
  /// another that is older than the replaced one.
  private func isFreeAgain(_ value: String) -> Bool {
    guard hasFuture, hasLosses, let replacements = overwritten[value] else { return false }
    return replacements.allSatisfy { settled.contains($0) || isFreeAgain($0) }
  }
}

extension SimulationRecord {
  /// The properties that edits set to texts of their own.
  private static let fields = ["body", "city", "color", "mood", "picture", "words"]

  /// Checks that records that are there say what was set in them last.
  private func checkEdits(_ picture: [String: [String: String]]) throws {
    let deleted = Set(deletions.map(\.record))
    if !hasFuture { try checkLatest(picture, deleted) }
    for edit in edits where !overwritten.keys.contains(edit.value) && !settled.contains(edit.value)
    {
      guard let fields = picture[edit.record], !deleted.contains(edit.record),
        !hasDoubles || !edit.record.hasPrefix("u")
      else { continue }
      let text = "\(SyncValue.text(edit.value))"
      if !fields.values.contains(text) {
        throw SimulationFailure(
          description: "\(edit.record) does not say \(edit.value), which nobody replaced")
      }
    }
  }
}

extension SimulationRecord {
  /// Checks that the edits of some devices are where these are, unless others replaced them.
  func checkEdits(of devices: Set<Int>, _ picture: [String: [String: String]]) throws {
    let deleted = Set(deletions.map(\.record))
    for edit in edits
    where devices.contains(edit.device) && !overwritten.keys.contains(edit.value)
      && !settled.contains(edit.value) && !deleted.contains(edit.record)
      && (!hasDoubles || !edit.record.hasPrefix("u"))
    {
      let fields = picture[edit.record] ?? [:]
      if !fields.values.contains("\(SyncValue.text(edit.value))") {
        throw SimulationFailure(
          description: "\(edit.record) of device \(edit.device) does not say \(edit.value)")
      }
    }
  }
}

extension SimulationRecord {
  /// Checks that of all values of a property the one counts that was set last.
  private func checkLatest(
    _ picture: [String: [String: String]], _ deleted: Set<String>
  ) throws {
    struct Place: Hashable {
      let record: String
      let field: String
    }
    for (place, edits) in Dictionary(
      grouping: edits, by: { Place(record: $0.record, field: $0.field) })
    where !deleted.contains(place.record) && (!hasDoubles || !place.record.hasPrefix("u")) {
      let stamps = edits.compactMap(\.stamp)
      guard stamps.count == edits.count, let latest = stamps.max(),
        let fields = picture[place.record],
        let wanted = edits.last(where: { $0.stamp == latest })?.value
      else { continue }
      let shown = fields[place.field] ?? "nothing"
      if shown != "\(SyncValue.text(wanted))" {
        throw SimulationFailure(
          description: "\(place.record).\(place.field) is \(shown), and \(wanted) was set last")
      }
    }
  }
}
