import OpenSwiftData

// Small graphs of every kind.

@Model package final class Trip {
  package var name: String
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) package var items: [Item] = []
  package var notes: [Remark]?
  package init(name: String) { self.name = name }
}

@Model package final class Item {
  package var title: String
  package var trip: Trip?
  package init(title: String, trip: Trip? = nil) {
    self.title = title
    self.trip = trip
  }
}

/// Belongs to a trip, without an inverse relationship.
@Model package final class Remark {
  package var text: String
  package init(text: String) { self.text = text }
}

@Model package final class Post {
  package var title: String
  @Relationship(inverse: \Tag.posts) package var tags: [Tag] = []
  package init(title: String) { self.title = title }
}

@Model package final class Tag {
  package var label: String
  package var posts: [Post] = []
  package init(label: String) { self.label = label }
}

@Model package final class Folder {
  package var name: String
  package var parent: Folder?
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) package var children: [Folder]?
  package init(name: String, parent: Folder? = nil) {
    self.name = name
    self.parent = parent
  }
}

@Model package final class Citizen {
  package var name: String
  @Relationship(deleteRule: .cascade, inverse: \Passport.citizen) package var passport: Passport?
  package init(name: String) { self.name = name }
}

@Model package final class Passport {
  package var number: Int
  package var citizen: Citizen?
  package init(number: Int) { self.number = number }
}

@Model package final class Member {
  package var name: String
  @Relationship(inverse: \Member.followers) package var following: [Member] = []
  package var followers: [Member] = []
  package init(name: String) { self.name = name }
}

@Model package final class Company {
  package var name: String
  @Relationship(deleteRule: .deny, inverse: \Worker.company) package var workers: [Worker] = []
  @Relationship(deleteRule: .noAction, inverse: \Site.company) package var sites: [Site] = []
  @Relationship(minimumModelCount: 1, maximumModelCount: 2) package var owners: [Citizen]?
  package init(name: String) { self.name = name }
}

@Model package final class Worker {
  package var name: String
  package var company: Company?
  package var mentor: Citizen?
  package init(name: String) { self.name = name }
}

@Model package final class Site {
  package var place: String
  package var company: Company?
  package init(place: String) { self.place = place }
}

/// Requires the other model.
@Model package final class Ticket {
  package var seat: Int
  package var holder: Citizen
  package init(seat: Int, holder: Citizen) {
    self.seat = seat
    self.holder = holder
  }
}

package enum GraphSchema {
  package static let models: [any PersistentModel.Type] = [
    Trip.self, Item.self, Remark.self, Post.self, Tag.self, Folder.self, Citizen.self,
    Passport.self, Member.self, Company.self, Worker.self, Site.self, Ticket.self,
  ]
}
