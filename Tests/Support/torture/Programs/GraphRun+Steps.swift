import Foundation
import OpenSwiftData
import StoreTesting

extension GraphRun {
  /// Performs a step on the live graph and on the naive one, and sometimes compares them.
  func perform(_ step: Step) throws {
    let (a, b, c, d) = step.choice
    if history != nil { history?.now = UndoHistory.Moment(memory: memory, held: held) }
    switch step.action {
    case .insert: try touch([insert(kind(a))], d)
    case .insertRelated: try touch(insertRelated(relation(a, Relation.toOne), b), d)
    case .appendNew: try touch(appendNew(relation(a, Relation.toMany), b), d)
    case .insertGraph: try touch(insertGraph(a, b), d)
    case .setTarget: try touch(setTarget(relation(a, Relation.toOne), b, c), d)
    case .clearTarget: try touch(clearTarget(relation(a, Relation.toOne), b), d)
    case .edit: try touch(edit(relation(a, Relation.toMany), b, c, d), d)
    case .replaceMembers: try touch(replaceMembers(relation(a, Relation.toMany), b, c), d)
    case .filterMembers: try touch(filterMembers(relation(a, Relation.toMany), b, c), d)
    case .setText: try touch(setText(kind(a), b, c), d)
    case .setImage: try touch(setImage(b, c), d)
    case .setCode: try touch(setCode(b, c), d)
    case .swapCodes: try touch(swapCodes(a, b), d)
    case .delete: try delete(kind(a), b)
    case .keep: try keep(a)
    case .save: try save(d)
    case .rollback: try rollback(d)
    case .reopen: try reopen(store.makeReopenedContext())
    case .outlive: try outlive(a, b)
    case .otherContext: try runOther(a, b)
    case .letGo: letGo()
    case .compare: try compare(pick(kind(a), b).map { [$0] } ?? [])
    case .fetch: try compareFetch(kind(a))
    case .endUndoStep: context.processPendingChanges()
    case .undo: try undo(a)
    }
  }

  /// Compares the nodes of a step, but only sometimes: reading loads models that should stay
  /// unloaded.
  private func touch(_ numbers: [Int], _ choice: Int) throws {
    if choice >> 8 & 3 == 0 { try compare(numbers) }
  }

  private func kind(_ choice: Int) -> Kind { Kind.allCases[choice % Kind.allCases.count] }

  private func relation(_ choice: Int, _ among: [Relation]) -> Relation {
    among[choice % among.count]
  }

  /// Picks a node of a kind.
  func pick(_ kind: Kind, _ choice: Int) -> Int? {
    let numbers = memory.numbers(kind)
    return numbers.isEmpty ? nil : numbers[choice % numbers.count]
  }
}

extension GraphRun {
  private func insert(_ kind: Kind) throws -> Int {
    let (number, model) = makeModel(kind)
    setFirstCode(number, model)
    context.insert(model)
    return number
  }

  /// Gives a new subject a code, which may not be unique.
  private func setFirstCode(_ number: Int, _ model: any GraphModel) {
    guard let subject = model as? Subject else { return }
    let code = codes.isOwn ? number : part.firstCode + number * 7 % 5
    subject.code = code
    memory.update(number) { $0.code = code }
  }

  /// Creates a model that is related to another one before it is inserted.
  private func insertRelated(_ relation: Relation, _ choice: Int) throws -> [Int] {
    guard let target = pick(relation.destination, choice) else { return [] }
    let targetModel = try model(target)
    let (number, model) = makeModel(relation.owner)
    setFirstCode(number, model)
    RelationAccess.of(relation).assign(model, [targetModel])
    context.insert(model)
    memory.link(number, relation, target)
    return [number, target]
  }

  /// Adds a new model to the members of another one.
  private func appendNew(_ relation: Relation, _ choice: Int) throws -> [Int] {
    guard let owner = pick(relation.owner, choice) else { return [] }
    let ownerModel = try model(owner)
    let (number, model) = makeModel(relation.destination)
    setFirstCode(number, model)
    RelationAccess.of(relation).edit(ownerModel, .append(model))
    memory.link(owner, relation, number)
    return [owner, number]
  }

  /// Inserts a shelf with everything that belongs to it, or a tree of folders.
  private func insertGraph(_ choice: Int, _ size: Int) throws -> [Int] {
    let root = makeModel(choice % 3 == 0 ? .folder : .shelf)
    var made = [root]
    var next = 0
    while next < made.count, made.count < 2 + size % 8 {
      let (number, model) = made[next]
      next += 1
      for relation in memory[number]?.kind.relations ?? [] where leadsDown(relation) {
        for _ in 0..<(relation.isToMany ? 2 : 1) {
          let (other, otherModel) = makeModel(relation.destination)
          setFirstCode(other, otherModel)
          attach(otherModel, to: model, relation, isDouble: size % 2 == 0)
          memory.link(number, relation, other)
          made.append((other, otherModel))
        }
      }
    }
    context.insert(root.model)
    return made.map(\.number)
  }

  private func leadsDown(_ relation: Relation) -> Bool {
    [.shelfBooks, .shelfSlips, .bookCover, .bookKeeper, .bookSubjects, .folderChildren]
      .contains(relation)
  }

  /// Relates two models that belong to no context, on one side or on both.
  private func attach(
    _ member: any GraphModel, to owner: any GraphModel, _ relation: Relation, isDouble: Bool
  ) {
    let access = RelationAccess.of(relation)
    if relation.isToMany {
      access.assign(owner, access.read(owner) + [member])
    } else {
      access.assign(owner, [member])
    }
    if isDouble, let inverse = relation.inverse {
      RelationAccess.of(inverse).assign(member, [owner])
    }
  }
}

extension GraphRun {
  private func setTarget(_ relation: Relation, _ first: Int, _ second: Int) throws -> [Int] {
    guard let owner = pick(relation.owner, first), let target = pick(relation.destination, second)
    else { return [] }
    let before = memory.ends(owner, relation)
    RelationAccess.of(relation).assign(try model(owner), [try model(target)])
    memory.assign(owner, relation, target)
    return [owner, target] + before
  }

  private func clearTarget(_ relation: Relation, _ choice: Int) throws -> [Int] {
    guard let owner = pick(relation.owner, choice) else { return [] }
    let before = memory.ends(owner, relation)
    RelationAccess.of(relation).assign(try model(owner), [])
    memory.assign(owner, relation, nil)
    return [owner] + before
  }

  private func edit(
    _ relation: Relation, _ first: Int, _ second: Int, _ choice: Int
  ) throws -> [Int] {
    guard let owner = pick(relation.owner, first), let other = pick(relation.destination, second)
    else { return [] }
    // Indexes of members are meaningful only if their order is known.
    if choice % 8 > 2 { try compare([owner]) }
    var members = memory.ends(owner, relation)
    let before = members
    let edit = makeEdit(choice, second, other, count: members.count)
    RelationAccess.of(relation).edit(try model(owner), try edit.map { try model($0) })
    if case .append = edit {
      memory.link(owner, relation, other)
    } else {
      members.apply(edit)
      memory.assign(owner, relation, members: members)
    }
    return [owner, other] + before
  }

  private func makeEdit(
    _ choice: Int, _ place: Int, _ other: Int, count: Int
  ) -> MemberEdit<Int> {
    guard choice % 8 > 2, count > 0 else { return .append(other) }
    let (first, second) = (place % count, place / 16 % count)
    switch choice % 8 {
    case 3: return .insert(other, at: first)
    case 4: return .replace(at: first, other)
    case 5: return .remove(at: first)
    case 6: return choice & 16 == 0 ? .swap(first, second) : .move(first, to: second)
    default: return choice & 48 == 0 ? .removeAll : choice & 16 == 0 ? .reverse : .remove(at: first)
    }
  }

  /// Replaces all members of a model.
  private func replaceMembers(
    _ relation: Relation, _ choice: Int, _ mask: Int
  ) throws -> [Int] {
    guard let owner = pick(relation.owner, choice) else { return [] }
    let before = memory.ends(owner, relation)
    var members: [Int] = []
    for (index, number) in memory.numbers(relation.destination).enumerated()
    where mask >> (index % 16) & 5 == 5 {
      members.append(number)
    }
    if mask & 1 == 0 { members.reverse() }
    RelationAccess.of(relation).assign(try model(owner), try members.map { try model($0) })
    memory.assign(owner, relation, members: members)
    return [owner] + before + members
  }

  /// Keeps some members, as `book.subjects = book.subjects.filter { … }` does.
  private func filterMembers(_ relation: Relation, _ choice: Int, _ mask: Int) throws -> [Int] {
    guard let owner = pick(relation.owner, choice) else { return [] }
    try compare([owner])
    let before = memory.ends(owner, relation)
    let isKept = { (number: Int) in mask >> (number % 16) & 1 == 0 }
    let access = RelationAccess.of(relation)
    let ownerModel = try model(owner)
    access.assign(ownerModel, access.read(ownerModel).filter { isKept($0.number) })
    memory.assign(owner, relation, members: before.filter(isKept))
    return [owner] + before
  }
}

extension GraphRun {
  private func setText(_ kind: Kind, _ choice: Int, _ value: Int) throws -> [Int] {
    guard let number = pick(kind, choice) else { return [] }
    try model(number).text = "text \(value)"
    memory.update(number) { $0.text = "text \(value)" }
    return [number]
  }

  private func setImage(_ choice: Int, _ value: Int) throws -> [Int] {
    guard let number = pick(.book, choice), let book = try model(number) as? Book else { return [] }
    let size: Int? = [nil, value % 50, value % 50, 150_000 + value][value % 4]
    book.image = size.map { Data(repeating: UInt8($0 & 0xFF), count: $0) }
    memory.update(number) { $0.image = size }
    return [number]
  }

  private func setCode(_ choice: Int, _ value: Int) throws -> [Int] {
    guard let number = pick(.subject, choice), let subject = try model(number) as? Subject
    else { return [] }
    let used = Set(memory.numbers(.subject).compactMap { memory[$0]?.code })
    // The codes of a second context differ from all codes and numbers of the first.
    let first = codes.isOwn ? 10_000 + lastNumber * 1_000 : part.firstCode
    guard
      let code = (0...).lazy.map({ first + value % 5 + $0 }).first(where: { !used.contains($0) })
    else { return [] }
    subject.code = code
    memory.update(number) { $0.code = code }
    return [number]
  }

  private func swapCodes(_ first: Int, _ second: Int) throws -> [Int] {
    guard let one = pick(.subject, first), let two = pick(.subject, second),
      let oneModel = try model(one) as? Subject, let twoModel = try model(two) as? Subject
    else { return [] }
    // With a third subject that requests one of the codes, the swap would conflict with a stored
    // one.
    let codes = [oneModel.code, twoModel.code]
    let holders = memory.numbers(.subject).filter { codes.contains(memory[$0]?.code ?? -1) }
    guard Set(holders).isSubset(of: [one, two]) else { return [] }
    (oneModel.code, twoModel.code) = (twoModel.code, oneModel.code)
    let (oneCode, twoCode) = (oneModel.code, twoModel.code)
    memory.update(one) { $0.code = oneCode }
    memory.update(two) { $0.code = twoCode }
    return [one, two]
  }

  private func delete(_ kind: Kind, _ choice: Int) throws {
    guard let number = pick(kind, choice) else { return }
    let model = try model(number)
    context.delete(model)
    memory.delete(number)
    guard isComparing else { return }
    guard memory[number] == nil else {
      if !model.isDeleted { throw Mismatch("\(name(number)) is not marked as deleted") }
      return
    }
    try forgetMissing()
  }

  /// Undoes a deletion.
  private func keep(_ choice: Int) throws {
    let deleted = memory.nodes.filter(\.value.isDeleted).keys.sorted()
    guard !deleted.isEmpty else { return }
    let number = deleted[choice % deleted.count]
    context.insert(try model(number))
    memory.update(number) { $0.isDeleted = false }
  }
}
