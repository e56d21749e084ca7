import Foundation
import RandomTesting
import RecordStore
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
  /// Values that somebody saw and replaced.
  var overwritten: Set<String> = []
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
  }
  var deletions: [Deletion] = []
  /// Records whose relationships were changed.
  var related: Set<String> = []

  /// Checks that nothing was lost, and that nothing came back.
  func check(_ picture: [String: [String: String]], _ devices: [SimulatedDevice]) throws {
    let live = Set(picture.keys)
    for (name, fields) in picture {
      for (field, value) in fields where Self.fields.contains(field) {
        let text = value.dropFirst("text(\"".count).dropLast(2)
        let isDoubtful =
          deletions.contains { $0.record == name } || (hasDoubles && name.hasPrefix("u"))
        if overwritten.contains(String(text)), !isDoubtful {
          throw SimulationFailure(
            description: "\(name).\(field) is \(text), which was replaced by somebody who saw it")
        }
      }
      if let sum = added[name] {
        let shown = fields["count"] ?? "integer(0)"
        let isDoubtful = mayLoseSums || deletions.contains { $0.record == name }
        if shown != "integer(\(sum))", !isDoubtful {
          throw SimulationFailure(description: "\(name).count is \(shown), not \(sum)")
        }
      }
    }
    try checkEdits(picture)
    for deletion in deletions where live.contains(deletion.record) {
      let isEdited = edits.contains {
        $0.record == deletion.record && !deletion.seen.contains($0.value)
      }
      if !isEdited, !related.contains(deletion.record) {
        throw SimulationFailure(description: "\(deletion.record) is back")
      }
    }
    for edit in edits
    where !deletionsWin && !live.contains(edit.record) && !edit.record.hasPrefix("u")
      && !overwritten.contains(edit.value) && !settled.contains(edit.value)
      && !(hasVersions && edit.field == "mood")
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
  /// The properties that edits set to texts of their own.
  private static let fields = ["body", "city", "color", "mood", "picture", "words"]

  /// Checks that records that are there say what was set in them last.
  private func checkEdits(_ picture: [String: [String: String]]) throws {
    let deleted = Set(deletions.map(\.record))
    try checkLatest(picture, deleted)
    for edit in edits where !overwritten.contains(edit.value) && !settled.contains(edit.value) {
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
    where devices.contains(edit.device) && !overwritten.contains(edit.value)
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

/// A random change of a device's rows.
enum SimulatedEdit {
  private static let names = ["Ada", "Bob", "Cyd", "Dan"]

  static func perform(
    on device: SimulatedDevice, _ step: Int, _ generator: inout SeededGenerator,
    _ record: inout SimulationRecord, _ scenario: SimulationScenario
  ) throws {
    let engine = device.engine
    var kinds = ["Person", "Note", "Note", "Note", "Tag", "Line", "Line", "Cover", "Shelf"]
    if device.isEarlier { kinds.removeLast() }
    if scenario.favorsMembers { kinds = ["Person", "Person", "Note", "Tag"] }
    guard let kind = kinds.randomElement(using: &generator) else { return }
    let rows = try engine.rows(RecordQuery(kind))
    let value = "\(device.number)-\(step)-\(Int.random(in: 0..<1_000_000, using: &generator))"
    guard let row = rows.randomElement(using: &generator),
      Int.random(in: 0..<10, using: &generator) > 2
    else {
      let before = try device.names()
      try insert(kind, value, device, &generator)
      try device.replica.collect()
      // What had been deleted may have been made again.
      record.related.formUnion(try device.names().subtracting(before))
      return try device.look()
    }
    try device.replica.collect()
    let name = try name(row, device)
    if device.isTold { print("  device \(device.number) edits \(kind) \(name)") }
    switch Int.random(in: 0..<(scenario.favorsMembers ? 30 : 10), using: &generator) {
    case 0, 1: try delete(row, device, &record)
    case 2..<6: try edit(row, name, value, device, &generator, &record, scenario)
    default:
      if scenario.movesMembers, Bool.random(using: &generator) {
        try move(row, device, &generator, &record, scenario)
      } else {
        try relate(row, device, &generator, &record)
      }
    }
    try device.replica.collect()
    try device.look()
  }

  private static func name(_ row: Record, _ device: SimulatedDevice) throws -> String {
    let root = row.entity
    return try device.replica.step {
      try $0.ledger.name(at: LedgerEntry.Place(root: root, key: row.key)) ?? ""
    }
  }

  private static func any(
    _ kind: String, _ device: SimulatedDevice, _ generator: inout SeededGenerator
  ) throws -> Int64? {
    try device.engine.rows(RecordQuery(kind)).randomElement(using: &generator)?.key
  }

  private static func insert(
    _ kind: String, _ value: String, _ device: SimulatedDevice,
    _ generator: inout SeededGenerator
  ) throws {
    var changes = RecordChanges()
    switch kind {
    case "Person":
      let name = names.randomElement(using: &generator) ?? ""
      // An insertion takes the place of a row of the same name; that is another edit.
      guard try device.engine.keys(of: kind, with: ["name": .text(name)]).isEmpty else { return }
      changes.insert(kind, ["name": .text(name)])
    case "Tag":
      let name = names.randomElement(using: &generator) ?? ""
      guard try device.engine.keys(of: kind, with: ["label": .text(name)]).isEmpty else { return }
      changes.insert(kind, ["label": .text(name)])
    case "Line":
      guard let note = try any("Note", device, &generator) else { return }
      changes.insert(kind, ["words": .text(value), "note": .row(note)])
    case "Note":
      var values: [String: RecordValue] = ["title": .text(value), "count": .integer(0)]
      if let person = try any("Person", device, &generator) { values["owner"] = .row(person) }
      changes.insert(kind, values)
    default: changes.insert(kind, [:])
    }
    try device.save(changes)
  }

  private static func edit(
    _ row: Record, _ name: String, _ value: String, _ device: SimulatedDevice,
    _ generator: inout SeededGenerator, _ record: inout SimulationRecord,
    _ scenario: SimulationScenario
  ) throws {
    var changes = RecordChanges()
    let field: String
    switch row.entity {
    case "Person":
      field = "city"
      if Int.random(in: 0..<6, using: &generator) == 0 {
        let other = names.randomElement(using: &generator) ?? ""
        guard try device.engine.keys(of: "Person", with: ["name": .text(other)]).isEmpty else {
          return
        }
        changes.change(row.key, of: row.entity, ["name": .text(other)])
      }
    case "Note":
      let chosen = ["body", "body", "mood"].randomElement(using: &generator) ?? "body"
      field = device.isEarlier ? "body" : chosen
      if Int.random(in: 0..<2, using: &generator) == 0, case .integer(let count) = row["count"] {
        let more = Int64.random(in: 1...9, using: &generator)
        changes.change(row.key, of: row.entity, ["count": .integer(count + more)])
        record.added[name, default: 0] += more
      }
    case "Tag": field = "color"
    case "Line": field = "words"
    case "Cover":
      field = "picture"
      if scenario.hasLargeValues {
        let size = Bool.random(using: &generator) ? 20_000 : 300_000
        let byte = UInt8.random(in: 0...255, using: &generator)
        let image = Data(value.utf8) + Data(repeating: byte, count: size)
        changes.change(row.key, of: row.entity, ["image": .data(image)])
      }
    default: field = "label"
    }
    if case .text(let old) = row[field] { record.overwritten.insert(old) }
    changes.change(row.key, of: row.entity, [field: .text(value)])
    try device.save(changes)
    try device.replica.collect()
    let stamp = try device.replica.step { step in
      try step.ledger.entry(named: name)?.content.marks.stamp(of: field)
    }
    record.edits.append(
      .init(device: device.number, record: name, field: field, value: value, stamp: stamp))
  }

  private static func relate(
    _ row: Record, _ device: SimulatedDevice, _ generator: inout SeededGenerator,
    _ record: inout SimulationRecord
  ) throws {
    var changes = RecordChanges()
    func related(_ kind: String, _ name: String, isOptional: Bool = true) throws {
      if isOptional, Int.random(in: 0..<4, using: &generator) == 0 {
        changes.change(row.key, of: row.entity, [name: .null])
      } else if let other = try any(kind, device, &generator),
        other != row.key || kind != row.entity
      {
        changes.change(row.key, of: row.entity, [name: .row(other)])
      }
    }
    func members(_ kind: String, _ name: String) throws {
      var members = try device.engine.members(of: row.key, row.entity, name)
      if !members.isEmpty, Int.random(in: 0..<3, using: &generator) == 0 {
        members.removeLast()
      } else if let other = try any(kind, device, &generator), !members.contains(other),
        other != row.key || kind != row.entity
      {
        members.append(other)
      }
      changes.relate(row.key, of: row.entity, name, to: members)
    }
    switch row.entity {
    case "Person":
      if Bool.random(using: &generator) {
        try members("Person", "friends")
      } else {
        try related("Person", "partner")
      }
    case "Note":
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: try related("Person", "owner")
      case 1: try members("Tag", "tags")
      default: try related("Cover", "cover")
      }
    case "Tag": try members("Note", "notes")
    case "Line": try related("Note", "note", isOptional: false)
    case "Cover": try related("Note", "note")
    default: try members("Note", "holds")
    }
    guard !changes.isEmpty else { return }
    // Whoever is concerned counts as changed.
    record.related.formUnion(try device.names())
    try device.save(changes)
  }

  /// Puts members in another order.
  private static func move(
    _ row: Record, _ device: SimulatedDevice, _ generator: inout SeededGenerator,
    _ record: inout SimulationRecord, _ scenario: SimulationScenario
  ) throws {
    let lists = ["Person": "notes", "Note": "lines", "Tag": "notes", "Shelf": "holds"]
    guard var name = lists[row.entity] else { return }
    let others = ["Person": "friends", "Note": "tags"]
    if scenario.movesAllMembers, let other = others[row.entity], Bool.random(using: &generator) {
      name = other
    }
    var members = try device.engine.members(of: row.key, row.entity, name)
    let kinds = ["Person.friends": "Person", "Note.tags": "Tag", "Tag.notes": "Note"]
    if scenario.movesAllMembers, let kind = kinds["\(row.entity).\(name)"],
      Int.random(in: 0..<3, using: &generator) == 0
    {
      // Lists that grow by one member at a time stay too short for most mistakes.
      members = try device.engine.rows(RecordQuery(kind)).map(\.key)
      if kind == row.entity { members.removeAll { $0 == row.key } }
    }
    guard members.count > 1 else { return }
    if Bool.random(using: &generator) {
      members.shuffle(using: &generator)
    } else {
      let member = members.remove(at: Int.random(in: 0..<members.count, using: &generator))
      members.insert(member, at: Int.random(in: 0...members.count, using: &generator))
    }
    var changes = RecordChanges()
    changes.relate(row.key, of: row.entity, name, to: members)
    record.related.formUnion(try device.names())
    try device.save(changes)
  }

  /// Changes a text of which nobody takes note before the store is migrated.
  static func performUnseen(
    on device: SimulatedDevice, _ step: Int, _ record: inout SimulationRecord
  ) throws {
    guard let row = try device.engine.rows(RecordQuery("Line")).last else { return }
    try device.replica.collect()
    let name = try name(row, device)
    let value = "\(device.number)-\(step)-unseen"
    var changes = RecordChanges()
    changes.change(row.key, of: row.entity, ["words": .text(value)])
    // The program may end here: what was not saved nobody has done.
    try device.save(changes)
    if case .text(let old) = row["words"] { record.overwritten.insert(old) }
    record.edits.append(
      .init(device: device.number, record: name, field: "words", value: value, stamp: nil))
  }

  private static func delete(
    _ row: Record, _ device: SimulatedDevice, _ record: inout SimulationRecord
  ) throws {
    let before = try device.names()
    if device.isTold { print("  deletes it") }
    try device.engine.delete([row.key], of: row.entity)
    try device.replica.collect()
    for name in before.subtracting(try device.names()) {
      record.deletions.append(.init(device: device.number, record: name, seen: device.seen))
    }
  }
}
