import OpenSwiftData

/// The common interface of the models in the test graph.
protocol GraphModel: PersistentModel {
  init(number: Int)
  var number: Int { get }
  var text: String { get set }
}

extension GraphModel {
  static func fetchAll(in context: ModelContext) throws -> [any GraphModel] {
    try context.fetch(FetchDescriptor<Self>())
  }
}

/// The classes of the test graph.
enum Kind: Int, CaseIterable {
  case shelf, book, cover, subject, slip, person, folder, team, player

  var type: any GraphModel.Type {
    switch self {
    case .shelf: Shelf.self
    case .book: Book.self
    case .cover: Cover.self
    case .subject: Subject.self
    case .slip: Slip.self
    case .person: Person.self
    case .folder: Folder.self
    case .team: Team.self
    case .player: Player.self
    }
  }

  static var types: [any PersistentModel.Type] { allCases.map(\.type) }

  /// The relationships of this class.
  var relations: [Relation] { Self.relations[rawValue] }

  private static let relations = allCases.map { kind in
    Relation.allCases.filter { $0.owner == kind }
  }
}

/// The relationships of the test graph.
enum Relation: Int, CaseIterable {
  case shelfBooks, shelfSlips, shelfKeeper, bookShelf, bookSubjects, bookCover, bookKeeper
  case coverBook, subjectBooks, personFollowing, personFollowers, folderParent, folderChildren
  case teamPlayers, playerTeam

  enum Rule { case nullify, cascade, deny }

  private typealias Traits = (
    owner: Kind, destination: Kind, isToMany: Bool, inverse: Relation?, rule: Rule
  )

  private var traits: Traits {
    switch self {
    case .shelfBooks: (.shelf, .book, true, .bookShelf, .cascade)
    case .shelfSlips: (.shelf, .slip, true, nil, .nullify)
    case .shelfKeeper: (.shelf, .person, false, nil, .nullify)
    case .bookShelf: (.book, .shelf, false, .shelfBooks, .nullify)
    case .bookSubjects: (.book, .subject, true, .subjectBooks, .nullify)
    case .bookCover: (.book, .cover, false, .coverBook, .cascade)
    case .bookKeeper: (.book, .person, false, nil, .nullify)
    case .coverBook: (.cover, .book, false, .bookCover, .nullify)
    case .subjectBooks: (.subject, .book, true, .bookSubjects, .nullify)
    case .personFollowing: (.person, .person, true, .personFollowers, .nullify)
    case .personFollowers: (.person, .person, true, .personFollowing, .nullify)
    case .folderParent: (.folder, .folder, false, .folderChildren, .nullify)
    case .folderChildren: (.folder, .folder, true, .folderParent, .cascade)
    case .teamPlayers: (.team, .player, true, .playerTeam, .deny)
    case .playerTeam: (.player, .team, false, .teamPlayers, .nullify)
    }
  }

  var owner: Kind { traits.owner }
  var destination: Kind { traits.destination }
  var isToMany: Bool { traits.isToMany }
  var inverse: Relation? { traits.inverse }
  var rule: Rule { traits.rule }

  static let toOne = allCases.filter { !$0.isToMany }
  static let toMany = allCases.filter(\.isToMany)
}
