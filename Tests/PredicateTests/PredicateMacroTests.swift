import Foundation
import SwiftData

func quick(_ text: String, _ numbers: [Int], _ since: Date, _ id: PersistentIdentifier, _ team: Team, _ optionalTeam: Team?, _ search: String?, _ set: Set<Int>, _ range: Range<Int>, _ teams: [Team], _ x: Int, _ d: Double, _ filter: Level, _ a: Predicate<Player>, _ oa: Predicate<Player>?) -> [Predicate<Player>] {
    let teamID = team.persistentModelID
    var all: [Predicate<Player>] = []
    all.append(#Predicate { $0.number == 7 && $0.nick != text })
    all.append(#Predicate { numbers.contains($0.number) || $0.joined >= since })
    all.append(#Predicate { $0.nick.contains(text) || $0.nick.starts(with: "a") })
    all.append(#Predicate { text.isEmpty ? true : $0.nick == text })
    all.append(#Predicate { $0.team?.city == nil })
    all.append(#Predicate { ($0.team?.city ?? "none") == text })
    all.append(#Predicate { $0.team != nil && $0.team?.name == text })
    all.append(#Predicate { $0.persistentModelID == id })
    all.append(#Predicate { $0.team?.persistentModelID == teamID })
    all.append(#Predicate { $0.tags.isEmpty == false })
    all.append(#Predicate { $0 is Keeper })
    all.append(#Predicate { if let keeper = $0 as? Keeper { return keeper.saves > 3 } else { return false } })
    all.append(#Predicate { ($0.number + 1) * 2 > 10 && !($0.number < 0) })
    all.append(#Predicate { $0.motto?.isEmpty == false })
    all.append(#Predicate { $0.motto?.contains("x") == true })
    all.append(#Predicate { $0.team?.city?.contains("x") == true })
    all.append(#Predicate { $0.team?.captain?.team?.city?.isEmpty ?? true })
    all.append(#Predicate { $0.motto!.isEmpty })
    all.append(#Predicate { p in if let m = p.motto, let c = p.team?.city { m == c } else if p.isActive { true } else { false } })
    all.append(#Predicate { $0.isActive ? $0.number > 1 : false })
    all.append(#Predicate { ($0 as? Keeper)?.saves == 3 })
    all.append(#Predicate { $0.scores["x"] == 3 && $0.tags[0] == "a" && $0.scores["x", default: 3] == 4 })
    all.append(#Predicate { $0.level == .high || $0.level == Level.low || $0.mood == .low || $0.level != filter })
    all.append(#Predicate { $0.level.rawValue == "x" })
    all.append(#Predicate { set.contains($0.number) && range.contains($0.number) && (1...5).contains($0.number) && (x..<9).contains($0.number) && (3...).contains($0.number) })
    all.append(#Predicate { $0.nick.hasPrefix("a") && $0.nick.hasSuffix(text) && $0.nick.lowercased() == "b" && $0.nick.uppercased().contains(text.uppercased()) })
    all.append(#Predicate { $0.nick.localizedStandardContains(text) || $0.nick.localizedCaseInsensitiveContains(text) })
    all.append(#Predicate { $0.nick.caseInsensitiveCompare(text) == .orderedSame })
    all.append(#Predicate { $0.nick.localizedCompare(text) == .orderedSame || $0.nick.localizedStandardCompare(text) == .orderedAscending || $0.nick.compare("x") != .orderedDescending })
    all.append(#Predicate { a.evaluate($0) && oa?.evaluate($0) ?? true })
    all.append(#Predicate { $0.team == team || $0.team == optionalTeam })
    all.append(#Predicate { $0.team?.captain == $0 })
    all.append(#Predicate { search == nil || $0.nick.contains(search!) })
    all.append(#Predicate { $0.isActive || search == nil || $0.nick.contains(search!) })
    all.append(#Predicate { ($0.team?.players.count ?? 0) > 3 && ($0.team?.players.filter { $0.number > 3 }.count ?? 0) > 1 })
    all.append(#Predicate { abs($0.number - x) < 3 && $0.weight / 2 > d && -$0.number < 3 && $0.number % 2 == 0 && $0.small / 2 == 1 && -$0.weight < 3 })
    all.append(#Predicate { $0.address.city == text && $0.home?.zip == nil && $0.home == nil && $0.home != nil })
    all.append(#Predicate { $0.bonus == $0.number || $0.number == $0.bonus || $0.bonus == 3 || $0.bonus == x })
    all.append(#Predicate { $0.joined < Date() && $0.joined >= .now && $0.left ?? .distantFuture > Date.now })
    all.append(#Predicate { let limit = 3; let n = $0.number * 2; return n > limit })
    all.append(#Predicate { p in
            if p.isActive { return true }
            guard let t = p.team else { return false }
            if t.name == text { return p.number > 3 } else if t.name.isEmpty { return false }
            return t.players.contains { $0.number == p.number }
        })
    all.append(#Predicate { p in
            switch p.level {
            case .high: return true
            case .low where p.isActive: return p.number > 3
            default: return false
            }
        })
    all.append(#Predicate { p in
            switch filter {
            case .high: return p.number > 3
            case .middle: return p.isActive
            case .low: return true
            }
        })
    all.append(#Predicate { p in if let optionalTeam { p.team == optionalTeam } else { true } })
    all.append(#Predicate { p in if let search, !search.isEmpty { p.nick.contains(search) } else { p.isActive } })
    all.append(#Predicate { $0.tags.contains("a") && $0.tags.contains(text) && $0.tags.contains { $0 == text } && $0.tags.contains(where: { t in t.count > 3 }) })
    all.append(#Predicate { $0.tags.max() == "z" && $0.tags.min() == text && $0.tags.allSatisfy { $0 != "b" } })
    all.append(#Predicate { $0.nick + " " + $0.address.city == text })
    all.append(#Predicate { $0.nick.contains(/a+b/) })
    all.append(#Predicate { $0.joined.timeIntervalSince(since) > 30 })
    all.append(#Predicate { ($0.mood ?? $0.level) == .high && ($0.motto ?? $0.home?.zip) == text })
    all.append(#Predicate { $0.nick.contains("a") && $0.nick.contains(text.prefix(3)) && text.contains($0.nick) })
    all.append(#Predicate { _ in true })
    all.append(#Predicate { _ in !text.isEmpty })
    all.append(#Predicate { $0.isActive })
    return all
}

func teamPredicates(_ player: Player) -> [Predicate<Team>] {
    var all: [Predicate<Team>] = []
    all.append(#Predicate { $0.players.contains { $0.number > 10 } })
    all.append(#Predicate { $0.players.filter { $0.number > 1 }.count > 2 })
    all.append(#Predicate { $0.players.allSatisfy { $0.nick != "" } && $0.players.count > 0 })
    all.append(#Predicate { $0.city.flatMap { $0.count } ?? 0 > 3 })
    all.append(#Predicate { $0.players.contains(player) && $0.captain == player && $0.players.contains(where: \.isActive) })
    all.append(#Predicate { t in t.players.contains { p in p.team == t && p.number > t.players.count } })
    all.append(#Predicate<Team> { $0 == player.team! })
    return all
}
struct Plain { var a: Int; var s: String }
func plain(_ t: String) -> Predicate<Plain> { #Predicate { $0.a > 3 && $0.s.localizedStandardContains(t) } }
