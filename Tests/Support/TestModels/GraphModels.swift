import OpenSwiftData

// Small graphs of every kind.

@Model final class Trip {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []
  var notes: [Remark]?
  init(name: String) { self.name = name }
}

@Model final class Item {
  var title: String
  var trip: Trip?
  init(title: String, trip: Trip? = nil) {
    self.title = title
    self.trip = trip
  }
}

/// Belongs to a trip that it does not know.
@Model final class Remark {
  var text: String
  init(text: String) { self.text = text }
}

@Model final class Post {
  var title: String
  @Relationship(inverse: \Tag.posts) var tags: [Tag] = []
  init(title: String) { self.title = title }
}

@Model final class Tag {
  var label: String
  var posts: [Post] = []
  init(label: String) { self.label = label }
}

@Model final class Folder {
  var name: String
  var parent: Folder?
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder]?
  init(name: String, parent: Folder? = nil) {
    self.name = name
    self.parent = parent
  }
}

@Model final class Citizen {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Passport.citizen) var passport: Passport?
  init(name: String) { self.name = name }
}

@Model final class Passport {
  var number: Int
  var citizen: Citizen?
  init(number: Int) { self.number = number }
}

@Model final class Member {
  var name: String
  @Relationship(inverse: \Member.followers) var following: [Member] = []
  var followers: [Member] = []
  init(name: String) { self.name = name }
}

@Model final class Company {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Worker.company) var workers: [Worker] = []
  @Relationship(deleteRule: .noAction, inverse: \Site.company) var sites: [Site] = []
  @Relationship(minimumModelCount: 1, maximumModelCount: 2) var owners: [Citizen]?
  init(name: String) { self.name = name }
}

@Model final class Worker {
  var name: String
  var company: Company?
  var mentor: Citizen?
  init(name: String) { self.name = name }
}

@Model final class Site {
  var place: String
  var company: Company?
  init(place: String) { self.place = place }
}

/// Needs the other model.
@Model final class Ticket {
  var seat: Int
  var holder: Citizen
  init(seat: Int, holder: Citizen) {
    self.seat = seat
    self.holder = holder
  }
}

enum GraphSchema {
  static let models: [any PersistentModel.Type] = [
    Trip.self, Item.self, Remark.self, Post.self, Tag.self, Folder.self, Citizen.self,
    Passport.self, Member.self, Company.self, Worker.self, Site.self, Ticket.self,
  ]
}
