import Foundation
import SwiftData

@Model class Employee {
  var name: String
  var age: Int
  var started: Date?
  var office: Office?
  var skills: [String] = []
  init(name: String, age: Int) { self.name = name; self.age = age }
}
@Model final class Manager: Employee {
  var bonus: Double = 0
  init(bonus: Double) { super.init(name: "m", age: 40); self.bonus = bonus }
}
@Model final class Office {
  var city: String
  var staff: [Employee] = []
  init(city: String) { self.city = city }
}

func questions(_ names: [String], _ day: Date, _ office: Office) -> [Predicate<Employee>] {
  let identifier = office.persistentModelID
  return [
    #Predicate { names.contains($0.name) && $0.age + 1 >= 18 },
    #Predicate { ($0.started ?? day) < day || $0.started == nil },
    #Predicate { $0.name.contains("a") || $0.name.starts(with: "b") },
    #Predicate { $0.office?.city == "Rome" && $0.office?.persistentModelID == identifier },
    #Predicate { $0.skills.contains("swift") && !$0.skills.isEmpty },
    #Predicate { $0 is Manager },
    #Predicate { employee in
      if let manager = employee as? Manager { manager.bonus > 10 } else { false }
    },
  ]
}

func offices() -> [Predicate<Office>] {
  [
    #Predicate { $0.staff.contains { $0.age > 60 } },
    #Predicate { $0.staff.filter { $0.name == "x" }.count > 1 },
    #Predicate { $0.staff.allSatisfy { $0.age < 70 } },
  ]
}
