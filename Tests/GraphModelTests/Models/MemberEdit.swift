/// One change of the members of a to-many relationship.
enum MemberEdit<Element> {
  case append(Element)
  case insert(Element, at: Int)
  case replace(at: Int, Element)
  case remove(at: Int)
  case swap(Int, Int)
  case move(Int, to: Int)
  case reverse
  case removeAll

  func apply(to members: inout [Element]) {
    switch self {
    case .append(let element): members.append(element)
    case .insert(let element, let place): members.insert(element, at: place)
    case .replace(let place, let element): members[place] = element
    case .remove(let place): members.remove(at: place)
    case .swap(let first, let second): members.swapAt(first, second)
    case .move(let source, let target): members.insert(members.remove(at: source), at: target)
    case .reverse: members.reverse()
    case .removeAll: members.removeAll()
    }
  }

  func map<Other>(_ transform: (Element) throws -> Other) rethrows -> MemberEdit<Other> {
    switch self {
    case .append(let element): .append(try transform(element))
    case .insert(let element, let place): .insert(try transform(element), at: place)
    case .replace(let place, let element): .replace(at: place, try transform(element))
    case .remove(let place): .remove(at: place)
    case .swap(let first, let second): .swap(first, second)
    case .move(let source, let target): .move(source, to: target)
    case .reverse: .reverse
    case .removeAll: .removeAll
    }
  }
}
