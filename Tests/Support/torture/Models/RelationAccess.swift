import OpenSwiftData

/// Reads and changes a relationship of live models of any class.
struct RelationAccess {
  let read: (any GraphModel) -> [any GraphModel]
  let assign: (any GraphModel, [any GraphModel]) -> Void
  /// Changes the members in place.
  let edit: (any GraphModel, MemberEdit<any GraphModel>) -> Void

  static func of(_ relation: Relation) -> RelationAccess { all[relation.rawValue] }

  // The closures capture no mutable state; they only lack the annotation.
  nonisolated(unsafe) private static let all = Relation.allCases.map(make)

  private static func make(_ relation: Relation) -> RelationAccess {
    switch relation {
    case .shelfBooks: toMany({ (o: Shelf) in o.books }, { $0.books = $1 }, { $0.books.apply($1) })
    case .shelfSlips: slips
    case .shelfKeeper: toOne({ (o: Shelf) in o.keeper }, { $0.keeper = $1 })
    case .bookShelf: toOne({ (o: Book) in o.shelf }, { $0.shelf = $1 })
    case .bookSubjects:
      toMany({ (o: Book) in o.subjects }, { $0.subjects = $1 }, { $0.subjects.apply($1) })
    case .bookCover: toOne({ (o: Book) in o.cover }, { $0.cover = $1 })
    case .bookKeeper: toOne({ (o: Book) in o.keeper }, { $0.keeper = $1 })
    case .coverBook: toOne({ (o: Cover) in o.book }, { $0.book = $1 })
    case .subjectBooks:
      toMany({ (o: Subject) in o.books }, { $0.books = $1 }, { $0.books.apply($1) })
    case .personFollowing:
      toMany({ (o: Person) in o.following }, { $0.following = $1 }, { $0.following.apply($1) })
    case .personFollowers:
      toMany({ (o: Person) in o.followers }, { $0.followers = $1 }, { $0.followers.apply($1) })
    case .folderParent: toOne({ (o: Folder) in o.parent }, { $0.parent = $1 })
    case .folderChildren:
      toMany({ (o: Folder) in o.children }, { $0.children = $1 }, { $0.children.apply($1) })
    case .teamPlayers:
      toMany({ (o: Team) in o.players }, { $0.players = $1 }, { $0.players.apply($1) })
    case .playerTeam: toOne({ (o: Player) in o.team }, { $0.team = $1 })
    }
  }

  private static var slips: RelationAccess {
    toMany({ (o: Shelf) in o.slips ?? [] }, { $0.slips = $1.isEmpty ? nil : $1 }) { owner, edit in
      if owner.slips == nil { owner.slips = [] }
      owner.slips?.apply(edit)
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
    _ edit: @escaping (Owner, MemberEdit<Member>) -> Void
  ) -> RelationAccess {
    RelationAccess(
      read: { owner in get(cast(owner)) },
      assign: { owner, members in set(cast(owner), members.map { cast($0) }) },
      edit: { owner, change in edit(cast(owner), change.map { cast($0) }) })
  }

  private static func cast<Model: GraphModel>(_ model: any GraphModel) -> Model {
    unsafeDowncast(model as AnyObject, to: Model.self)
  }
}
