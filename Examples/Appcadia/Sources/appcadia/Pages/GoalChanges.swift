import AppcadiaCore
import ExamplePages
import Foundation
import WebServer

// Goals and their actions.

extension GoalHandlers {
  func showAdding(_ request: WebRequest) throws -> WebResponse {
    try addingPage(GoalForm(), request)
  }

  private func addingPage(
    _ form: GoalForm, _ request: WebRequest, status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    return try page(
      request, title: language("Add a goal", "目標を追加"),
      form.html("/add", button: language("Add the goal", "目標を追加"), language), store, status: status)
  }

  func add(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    var form = try GoalForm(request)
    guard form.isComplete(language) else { return try addingPage(form, request, status: 422) }
    let goal = Goal(title: "")
    form.apply(to: goal)
    let path = path(of: goal)
    do {
      try store.goals.create(goal)
      return .seeOther("\(path)?done=added")
    } catch {
      guard form.tell(error, language) else { throw error }
      return try addingPage(form, request, status: 422)
    }
  }

  func showEditing(_ request: WebRequest) throws -> WebResponse {
    let store = store
    return try editingPage(GoalForm(try goal(of: request, store)), request)
  }

  private func editingPage(
    _ form: GoalForm, _ request: WebRequest, status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let path = "/goals/\(request["id"])"
    let body: HTML = """
      \(form.html("\(path)/edit", button: language("Save", "保存"), language))
      <p class="buttons"><a href="\(path)">\(language("Back to the goal", "目標に戻る"))</a></p>
      """
    return try page(
      request, title: language("Edit the goal", "目標を編集"), body, store, status: status)
  }

  func edit(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    var form = try GoalForm(request)
    guard form.isComplete(language) else { return try editingPage(form, request, status: 422) }
    let store = store
    let goal = try goal(of: request, store)
    do {
      try store.goals.edit(id: goal.id, form.apply)
      return .seeOther("\(path(of: goal))?done=saved")
    } catch {
      guard form.tell(error, language) else { throw error }
      return try editingPage(form, request, status: 422)
    }
  }

  func setActive(_ request: WebRequest) throws -> WebResponse {
    let isActive = try WebForm(request).values["on"] == "yes"
    let store = store
    let goal = try store.goals.edit(id: goal(of: request, store).id) { $0.isActive = isActive }
    return .seeOther("\(path(of: goal))?done=saved")
  }

  func askForDeletion(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let goal = try goal(of: request, store)
    let body: HTML = """
      <p>\(language(
        "“\(goal.title)” is deleted with its stamps (\(goal.totalStamps)) and daily actions. This cannot be undone.",
        "「\(goal.title)」を、スタンプ（\(goal.totalStamps)個）と日次行動も含めて削除します。元に戻せません。"))</p>
      <div class="buttons">\(actionButton(
        "\(path(of: goal))/delete", language("Delete", "削除"), of: goal.title, style: "danger"))\
      <a class="button quiet" href="\(path(of: goal))">\(language("Keep the goal", "削除しない"))</a></div>
      """
    return try page(request, title: language("Delete the goal?", "目標を削除しますか？"), body, store)
  }

  func delete(_ request: WebRequest) throws -> WebResponse {
    let store = store
    try store.goals.delete(id: goal(of: request, store).id)
    return .seeOther("/today?done=deleted")
  }

  func addAction(_ request: WebRequest) throws -> WebResponse {
    let store = store
    let goal = try goal(of: request, store)
    var form = try ActionForm(request)
    guard try form.add(to: goal, store, PageLanguage(request)) else {
      return try goalPage(goal, request, store, adding: form, status: 422)
    }
    return .seeOther("\(path(of: goal))?done=added")
  }
}
