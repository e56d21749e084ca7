import OpenSwiftData

/// Reads and changes one relationship of live models, whatever their classes are.
struct RelationAccess {
  let read: (any GraphModel) -> [any GraphModel]
  let assign: (any GraphModel, [any GraphModel]) -> Void
  /// Changes the members where they are.
  let edit: (any GraphModel, MemberEdit<any GraphModel>) -> Void

  static func of(_ relation: Relation) -> RelationAccess { all[relation.rawValue] }

  // The closures capture nothing; they only lack the annotation.
  nonisolated(unsafe) private static let all = Relation.allCases.map(make)

  private static func make(_ relation: Relation) -> RelationAccess {
    switch relation {
    case .shelfBooks: toMany({ $0.books }, { $0.books = $1 }) { (o: Shelf, f) in f(&o.books) }
    case .shelfSlips:
      toMany({ $0.slips ?? [] }, { $0.slips = $1.isEmpty ? nil : $1 }) { (owner: Shelf, body) in
        if owner.slips == nil { owner.slips = [] }
        // swift-format-ignore: NeverForceUnwrap
        if owner.slips != nil { body(&owner.slips!) }
      }
    case .shelfKeeper: toOne({ (o: Shelf) in o.keeper }, { $0.keeper = $1 })
    case .bookShelf: toOne({ (o: Book) in o.shelf }, { $0.shelf = $1 })
    case .bookSubjects:
      toMany({ $0.subjects }, { $0.subjects = $1 }) { (o: Book, f) in f(&o.subjects) }
    case .bookCover: toOne({ (o: Book) in o.cover }, { $0.cover = $1 })
    case .bookKeeper: toOne({ (o: Book) in o.keeper }, { $0.keeper = $1 })
    case .coverBook: toOne({ (o: Cover) in o.book }, { $0.book = $1 })
    case .subjectBooks: toMany({ $0.books }, { $0.books = $1 }) { (o: Subject, f) in f(&o.books) }
    case .personFollowing:
      toMany({ $0.following }, { $0.following = $1 }) { (o: Person, f) in f(&o.following) }
    case .personFollowers:
      toMany({ $0.followers }, { $0.followers = $1 }) { (o: Person, f) in f(&o.followers) }
    case .folderParent: toOne({ (o: Folder) in o.parent }, { $0.parent = $1 })
    case .folderChildren:
      toMany({ $0.children }, { $0.children = $1 }) { (o: Folder, f) in f(&o.children) }
    case .teamPlayers: toMany({ $0.players }, { $0.players = $1 }) { (o: Team, f) in f(&o.players) }
    case .playerTeam: toOne({ (o: Player) in o.team }, { $0.team = $1 })
    }
  }

  private static func toOne<Owner: GraphModel, Target: GraphModel>(
    _ get: @escaping (Owner) -> Target?, _ set: @escaping (Owner, Target?) -> Void
  ) -> RelationAccess {
    RelationAccess(
      read: { owner in get(cast(owner)).map { [$0] } ?? [] },
      assign: { owner, targets in set(cast(owner), targets.first.map { cast($0) }) },
      edit: { _, _ in })
  }

  private static func toMany<Owner: GraphModel, Member: GraphModel>(
    _ get: @escaping (Owner) -> [Member], _ set: @escaping (Owner, [Member]) -> Void,
    _ edit: @escaping (Owner, (inout [Member]) -> Void) -> Void
  ) -> RelationAccess {
    RelationAccess(
      read: { owner in get(cast(owner)) },
      assign: { owner, members in set(cast(owner), members.map { cast($0) }) },
      edit: { owner, change in
        let change = change.map { cast($0, to: Member.self) }
        edit(cast(owner)) { change.apply(to: &$0) }
      })
  }

  private static func cast<Model: GraphModel>(
    _ model: any GraphModel, to type: Model.Type = Model.self
  ) -> Model { unsafeDowncast(model as AnyObject, to: type) }
}
