import { describe, expect, it } from 'vitest'
import { classifyFailure } from './classify-failure'

const classOf = (message: string) => classifyFailure({ message }).failureClass

describe('errors in the language of the machine', () => {
  it.each([
    ['timeout', 'Zeitüberschreitung bei der Anforderung'],
    ['timeout', "Délai d'attente dépassé"],
    ['timeout', 'Se agotó el tiempo de espera de la solicitud'],
    ['timeout', 'O tempo limite da operação expirou'],
    ['timeout', 'Превышено время ожидания ответа'],
    ['timeout', '请求超时，请稍后重试'],
    ['timeout', '接続がタイムアウトしました'],
    ['provider_transient', 'connect: Verbindungsaufbau abgelehnt'],
    ['provider_transient', 'Connexion refusée'],
    ['provider_transient', 'Conexión rechazada'],
    ['provider_transient', 'Conexão recusada'],
    ['provider_transient', 'В соединении отказано'],
    ['provider_transient', '由于目标计算机积极拒绝，无法连接。'],
    ['provider_transient', 'サービスは現在利用できません'],
    ['rate_limited', 'Zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.'],
    ['rate_limited', 'Trop de requêtes, veuillez réessayer plus tard'],
    ['rate_limited', 'Demasiadas solicitudes'],
    ['rate_limited', 'Muitas requisições'],
    ['rate_limited', 'Слишком много запросов'],
    ['rate_limited', '请求过于频繁，请稍后再试'],
    ['rate_limited', 'リクエストが多すぎます'],
    ['permission_required', 'cannot open /etc/shadow: Keine Berechtigung'],
    ['permission_required', 'Accès refusé.'],
    ['permission_required', 'Permiso denegado'],
    ['permission_required', 'Acesso negado.'],
    ['permission_required', 'Отказано в доступе.'],
    ['permission_required', '权限不够'],
    ['permission_required', 'アクセスが拒否されました。'],
    ['missing_target_path', 'Datei oder Verzeichnis nicht gefunden'],
    ['missing_target_path', 'Aucun fichier ou dossier de ce type'],
    ['missing_target_path', 'No existe el fichero o el directorio'],
    ['missing_target_path', 'Arquivo ou diretório inexistente'],
    ['missing_target_path', 'Нет такого файла или каталога'],
    ['missing_target_path', '没有那个文件或目录'],
    ['missing_target_path', 'そのようなファイルやディレクトリはありません'],
    ['invalid_tool_args', 'Ungültiges Argument'],
    ['invalid_tool_args', 'Paramètre incorrect.'],
    ['invalid_tool_args', 'Argumento inválido'],
    ['invalid_tool_args', 'Parâmetro incorreto.'],
    ['invalid_tool_args', 'Недопустимый аргумент'],
    ['invalid_tool_args', '参数错误'],
    ['invalid_tool_args', '無効な引数です'],
    ['provider_auth', 'FATAL: Passwort-Authentifizierung für Benutzer »app« fehlgeschlagen'],
    ['provider_auth', 'Clé API invalide'],
    ['provider_auth', 'Error de autenticación'],
    ['provider_auth', 'Chave de API inválida'],
    ['provider_auth', 'Неверный ключ API'],
    ['provider_auth', '无效的令牌'],
    ['provider_auth', '認証に失敗しました'],
    ['provider_spend_limit', 'Ihr Guthaben ist aufgebraucht'],
    ['provider_spend_limit', 'Saldo insuficiente'],
    ['provider_spend_limit', '余额不足'],
    ['policy_blocked', '输入内容可能包含敏感信息'],
  ])('%s: %s', (failureClass, message) => {
    expect(classOf(message)).toBe(failureClass)
  })

  it('yields to a status and to an English term', () => {
    expect(classOf('HTTP 500: Zeitüberschreitung')).toBe('provider_transient')
    expect(classOf('ECONNREFUSED: Zugriff verweigert')).toBe('provider_transient')
  })
})

describe('ordinary sentences stay unknown', () => {
  it.each([
    'Die Verbindung zwischen den beiden Städten ist gut.',
    'Er hat den Vorschlag abgelehnt und eine Verbindung zu den Kollegen gesucht.',
    'Wir haben viele Anfragen von Kunden beantwortet.',
    "L'accès à la bibliothèque est libre, le fichier est joint.",
    'Recibimos muchas solicitudes y el archivo está adjunto a este mensaje.',
    'A conexão entre as duas cidades é boa.',
    'Он отказался от предложения и попросил время.',
    '本周我们收到了很多请求，文件已附在邮件中。',
    '図書館へのアクセスは自由です。ファイルはこのメールに添付されています。',
    'Wenn die Verbindung abgelehnt wird, versucht der Client es erneut.',
    'Si la conexión es rechazada, el cliente lo intenta de nuevo.',
    '如果连接超时，客户端会重试。',
    '接続がタイムアウトした場合は再試行します。',
  ])('%s', (message) => {
    expect(classOf(message)).toBe('unknown')
  })
})

it('reads long text of any language in time linear in it', () => {
  const long = ['Verbindung zeit ', 'conexión limite ', 'соединение время ', '接続ファイル', '连接文件'].map((one) =>
    one.repeat(2000),
  )
  const start = process.cpuUsage()
  for (const text of long) classOf(text)
  const { user } = process.cpuUsage(start)
  expect(user / 1000).toBeLessThan(1500)
})
