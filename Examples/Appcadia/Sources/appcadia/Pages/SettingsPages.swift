import AppcadiaCore
import ExamplePages
import ExampleSupport
import Foundation
import WebServer

/// The fields of the settings as they were typed.
private struct SettingsForm {
  private var theme = ""
  private var language = ""
  private var volume = ""
  private var time = ""
  private var isOn = false
  private var problems: [String: String] = [:]

  init(_ settings: AppSettings, language: PageLanguage) {
    (theme, isOn) = (settings.themeMode, settings.notificationEnabled)
    // Until a trainer is chosen, the browser decides.
    self.language = settings.isFirstLaunch ? language.rawValue : settings.language
    volume = "\(Int((settings.voiceVolume * 100).rounded()))"
    time = TimeOfDay(date: settings.preferredNotificationTime).description
  }

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    (theme, language) = (values["theme"] ?? "", values["language"] ?? "")
    (volume, time) = (values["volume"] ?? "", values["time"] ?? "")
    isOn = values["notifications"] == "yes"
  }

  /// Saves the settings.
  ///
  /// - Returns: Whether they were saved; if not, the form tells why.
  /// - Throws: Errors that concern no field.
  mutating func save(_ store: Store, _ page: PageLanguage) throws -> Bool {
    let time = TimeOfDay(time)
    let volume = Float(volume)
    if time == nil {
      problems["time"] = page("Give a time, such as 07:30.", "時刻を 07:30 のように入力してください。")
    }
    if volume == nil {
      problems["volume"] = page("Give a number from 0 to 100.", "音量は0から100までです。")
    }
    guard let time, let volume, let theme = ThemeMode(rawValue: theme),
      let language = Language(rawValue: language)
    else { return false }
    do {
      try store.settings.update { settings in
        (settings.themeMode, settings.language) = (theme.rawValue, language.rawValue)
        (settings.voiceVolume, settings.notificationEnabled) = (volume / 100, isOn)
        settings.preferredNotificationTime = time.date
        // The user chose the language.
        settings.isFirstLaunch = false
      }
      return true
    } catch AppcadiaError.volumeOutOfRange {
      problems["volume"] = page("Give a number from 0 to 100.", "音量は0から100までです。")
      return false
    }
  }

  func html(_ page: PageLanguage) -> HTML {
    PostForm(
      "/settings",
      [
        FormField(
          "theme", page("Colors", "テーマ"), theme, kind: "select",
          choices: ThemeMode.allCases.map { ($0.rawValue, GoalWords.name($0, page)) }),
        FormField(
          "language", page("Language", "言語"), language, kind: "select",
          choices: [("ja", "日本語"), ("en", "English")]),
        FormField(
          "notifications", page("Remind me of my stamps", "スタンプのリマインダーを受け取る"),
          isOn ? "yes" : "", kind: "checkbox"),
        FormField(
          "time", page("Time of the reminder", "リマインダー時刻"), time, kind: "time",
          problem: problems["time"]),
        FormField(
          "volume", page("Volume of voices in percent", "音量（%）"), volume, kind: "number",
          problem: problems["volume"],
          hint: page("It is stored; pages make no sound.", "保存されますが、ページは音を出しません。"),
          attributes: "min=\"0\" max=\"100\""),
      ], button: page("Save", "保存")
    ).html
  }
}

// Settings, reminders, and backups.

extension GoalHandlers {
  func showSettings(_ request: WebRequest) throws -> WebResponse {
    let store = store
    return try settingsPage(
      SettingsForm(try store.settings.settings(), language: PageLanguage(request)), request, store)
  }

  func changeSettings(_ request: WebRequest) throws -> WebResponse {
    let store = store
    var form = try SettingsForm(request)
    guard try form.save(store, PageLanguage(request)) else {
      return try settingsPage(form, request, store, status: 422)
    }
    return .seeOther("/settings?done=saved")
  }

  private func settingsPage(
    _ form: SettingsForm, _ request: WebRequest, _ store: Store, problem: String? = nil,
    status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let body: HTML = """
      \(form.html(language))
      <h2>\(language("Reminders", "リマインダー"))</h2>
      <div data-live="reminders">\(try reminders(request, store, language))</div>
      <h2>\(language("Backup", "バックアップ"))</h2>
      <div data-live="backup"><p>\(try lastBackup(store, language))</p></div>
      \(actionButton("/backup", language("Download a backup", "バックアップをダウンロード"), style: ""))
      <h3>\(language("Restore a backup", "バックアップを復元"))</h3>
      \(restoreForm(problem, language))
      """
    return try page(
      request, title: language("Settings", "設定"), place: "/settings", body, store, status: status)
  }

  private func lastBackup(_ store: Store, _ language: PageLanguage) throws -> String {
    guard let date = try store.settings.settings().lastBackupDate else {
      return language("There is no backup yet.", "バックアップはまだありません。")
    }
    return language("Last backup: \(language.moment(date))", "最終バックアップ：\(language.moment(date))")
  }

  private func reminders(
    _ request: WebRequest, _ store: Store, _ language: PageLanguage
  ) throws -> HTML {
    let reminders = try ReminderBook(context: store.context, timeZone: timeZone).reminders()
    let items = reminders.map { reminder in
      let goal = reminder.action == nil ? "" : " – \(reminder.goal)"
      return "<li>\(reminder.time.description) \(reminder.title)\(goal)</li>\n" as HTML
    }
    let list: HTML =
      items.isEmpty
      ? "<p class=\"faint\">\(language("There are no reminders.", "リマインダーはありません。"))</p>"
      : "<ul>\(items)</ul>"
    return """
      \(list)<p>\(language(
        "A calendar that subscribes to this address reminds you as long as this program runs:",
        "カレンダーで購読すると、このプログラムの実行中にリマインダーが届きます："))</p>
      <p class="buttons"><a class="button quiet" href="webcal://\(request.headers["Host"] ?? "")/reminders.ics">\
      \(language("Subscribe", "購読する"))</a>\
      <a class="button quiet" href="/reminders.ics" download>\(language("Download", "ダウンロード"))</a></p>
      """
  }

  func showReminders(_ request: WebRequest) throws -> WebResponse {
    let reminders = try ReminderBook(context: store.context, timeZone: timeZone).reminders()
    return WebResponse(
      200, ReminderCalendar.contentType, Data(ReminderCalendar(reminders).text.utf8))
  }

  /// Sends everything in the store, and records the time of the backup.
  func backUp(_ request: WebRequest) throws -> WebResponse {
    let store = store
    let backup = try AppcadiaBackup(of: store.context)
    var response = WebResponse(
      200, "application/json; charset=utf-8", try JSONEncoder().encode(backup))
    response.headers = [
      ("Content-Disposition", "attachment; filename=\"appcadia-\(store.today).backup\"")
    ]
    try backup.noteSaved(in: store.context)
    return response
  }

  private func restoreForm(_ problem: String?, _ language: PageLanguage) -> HTML {
    PostForm(
      "/restore",
      [
        FormField(
          "file", language("File", "ファイル"), kind: "file", problem: problem,
          attributes: "required"),
        FormField(
          "replace", language("Replace everything that is there", "今の内容をすべて置き換える"),
          kind: "checkbox"),
      ], button: language("Restore", "復元"), isUpload: true
    ).html
  }

  func restore(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let form = try WebForm(request)
    let store = store
    func refused(_ problem: String?) throws -> WebResponse {
      try settingsPage(
        SettingsForm(try store.settings.settings(), language: language), request, store,
        problem: problem, status: 422)
    }
    guard let file = form.files["file"]?.first else {
      return try refused(language("Choose a file.", "ファイルを選択してください。"))
    }
    guard let backup = try? JSONDecoder().decode(AppcadiaBackup.self, from: file.contents) else {
      return try refused(
        language("This is not a complete backup.", "完全なバックアップファイルではありません。"))
    }
    do {
      try backup.restore(to: store.context, replacing: form.values["replace"] == "yes")
    } catch let error as AppcadiaError {
      return try refused(
        language == .japanese
          ? GoalPages.problem(error, language)
          : "\(error.sentence) To replace them, tick the box.")
    }
    return .seeOther("/settings?done=restored")
  }
}
