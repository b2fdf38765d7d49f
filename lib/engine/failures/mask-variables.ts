/** Placeholder for what varies between two occurrences of a failure. */
export const WILDCARD = '<*>'

const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\\.?'
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,?\\s+)?'
const zone = '(?:\\s?(?:z|utc|gmt|[ecmp][sd]t|cest|cet|bst|ist|jst|kst|[+-]\\d\\d:?\\d\\d)\\b)?'
const clock = `\\d{1,2}:\\d\\d(?::\\d\\d)?(?:[.,]\\d{1,9})?(?:\\s?[ap]\\.?m\\b\\.?)?${zone}`
const behindDay = `(?:(?:t|,?\\s+(?:at\\s+)?|:)${clock})?${zone}`
const duration =
  '\\d+(?:[.,]\\d+)?\\s?(?:ns|[uµ]s|ms|msecs?|milliseconds?|microseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?)'
const size = '\\d+(?:[.,]\\d+)*(?:\\.(?=\\s[kmgt]i?b))?\\s?(?:bytes?|[kmgt]i?b|b)\\b'

/** Variables recognized by regular expressions, in the order of masking. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/"(get|post|put|patch|delete|head|options) [^"\n]{0,2000}"(?:\s+(?:status:?\s*)?\d{3}\b)?/gi, `$1 ${WILDCARD}`],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>()[\]{}]*[^\s"'<>()[\]{}.,:;!?]/gi, WILDCARD],
  [/\b[a-z]:\\[^\s"'<>|]*/gi, WILDCARD],
  [new RegExp(`\\b\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}${behindDay}`, 'gi'), WILDCARD],
  [new RegExp(`\\b\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}\\b(?![.:\\d])${behindDay}`, 'gi'), WILDCARD],
  [
    new RegExp(
      `\\b${weekday}(?:\\d{1,2}(?:st|nd|rd|th)?[\\s/-]{1,2}${month}(?:[\\s/,-]{1,2}\\d{4})?|${month}[\\s-]{1,2}\\d{1,2}(?:st|nd|rd|th)?\\b(?:,?\\s+\\d{4}\\b)?)${behindDay}(?:\\s+\\d{4}\\b)?`,
      'gi',
    ),
    WILDCARD,
  ],
  [/(?<![\w.])\/?\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.]*\w)/g, WILDCARD],
  [/(?<![\w:.])(?:[0-9a-f]{1,4}:){3,15}:?[0-9a-f]{0,4}(?![\w:])|(?<![\w:])::1\b/gi, WILDCARD],
  [/(?<!\S)[*#]\d+\b/g, WILDCARD],
  [new RegExp(`\\b${clock}`, 'gi'), WILDCARD],
  [new RegExp(`(?<![\\w.])<?${size}(?:\\s?\\(${size}\\))?`, 'gi'), WILDCARD],
  [new RegExp(`(?<![\\w.])<?${duration}\\b(?:,?\\s*(?:and\\s+)?${duration}\\b)*`, 'gi'), WILDCARD],
]

const quoted =
  /`[^`'\n]{0,500}'(?!\w)|(?<![\w\\])(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|`[^`\n]{0,500}`|“[^”\n]{0,500}”|‘[^’\n]{0,500}’|„[^“”\n]{0,500}[“”]|«[^»\n]{0,500}»|「[^」\n]{0,500}」)(?!\w)/g
/** Words of an error: text in quotes with one of them is the cause of a failure, not a value. */
const errorWords =
  /\b(?:\w*errno|\w*error|\w*exception|fail(?:ed|ure)?|refused|denied|timed out|timeout|unable|cannot|could not|not known|not found|unreachable|offline|expired|exceeded|reset by)\b/i

/** Numbers that identify a failure: HTTP statuses, exit codes, errno, signals. */
const codes =
  /\b(?:https?(?:\/\d(?:\.\d)?)?|(?:http|exit|return|error|status|response|grpc)?[ _-]?(?:code|status)|errno|winerror|exit(?:ed|s)?(?: with)?|exited abnormally with|error|signal|sqlstate|returned|responded with|failed with|got(?= [1-5]\d\d\b))["']?\s?(?:[:=]|is)?\s?["'([]?-?\d[\dA-Z]{0,5}(?![\w%]|[.:,/]\d|\s?(?:ms|s|secs?|seconds?|minutes?|bytes?|[KMG]B|items?|rows?|files?|lines?|results?|times?|errors?)\b)/gi
const reasons =
  /\b[1-5]\d\d(?= (?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|conflict|gone|unprocessable|too many|internal server|not implemented|bad gateway|service|gateway time))/gi
/** The status of an access log: behind an arrow, or behind a method and its address. */
const accessStatus =
  /(?<=[-=]>\s?|→\s?|\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S{1,500} )[1-5]\d\d(?=\s|$|[,;)\]])/g
const compilerCodes = /(?<![:\w])(?:ORA-|TS|CS|SQLSTATE|PG|ERR_?|E|F|W)\d{3,5}(?=:)|(?<=\bcode )[A-Z]{1,5}\d{1,5}\b/g
/** `name=value` with a word as value, except names such as `status=` that identify the failure. */
const settings =
  /(\b(?!(?:status|stat|code|error|err|errno|reason|type|kind|message|msg|desc|exit|signal|state|cause|exception)\w{0,5}\s?=)[\w.-]{1,60}(?:=|\s=\s))(?:[^\s,;=()[\]{}<>]+(?:\{[^{}\n]{0,200}\})?|\{[^{}\n]{0,200}\})/gi

/** Codes that are words, as gRPC writes them: `code = Unavailable`. */
const namedCode = /\b(code|status|state)\s=\s(?=[a-z])/gi

/** The name of an account, as logins write it: `invalid user bob`, `password for bob from`. */
const accounts =
  /(\b(?:(?:as|by|for|invalid|of|to|unknown) user|password for)\s+)(?!(?:account|agent|data|entry|id|input|invalid|message|name|request|session|unknown)\b)[\w.$-]{1,60}(?![\w.$-])/gi

/** What exists in place of something unknown: `Available tools: read, write`. */
const choices =
  /(\b(?:available|valid|allowed|supported|permitted|registered|known|possible) [a-z]{3,20}(?: are)?:\s)(?:[^.]|\.(?=\S))+/gi

const flags = /([:=]\s?)(?:null|none)\b|(?<![\w.-])(?:true|false)(?![\w-])/gi
const piece = /[^\s,;:=()[\]{}<>"'`|*]+/g
const fileName =
  /^[\w@.+-]+\.(?:json|jsonl|ya?ml|toml|md|txt|csv|tsv|py|ipynb|[cm]?[jt]sx?|go|rs|java|kt|rb|php|c|cc|cpp|h|hpp|o|obj|cs|swift|lua|vue|proto|class|jar|html?|css|sh|bat|exe|dll|so|log|xml|pdf|docx?|xlsx?|png|jpe?g|gif|svg|zip|gz|tar|lock|sql|db|tmp|bak|bin|parquet|ini|cfg|conf|env|properties)$/i
const topDomain =
  /\.(?:com|net|org|edu|gov|io|dev|ai|app|co|cloud|local|localhost|internal|lan|info|biz|eu|us|uk|de|fr|nl|cn|jp|kr|in|br|ru|ca|au)$/
const plainWithDigit =
  /^(?:utf-?\d+|sha-?\d+|md5|base\d\d|u?int\d+|float\d+|ipv[46]|x509|s3|ec2|oauth2?|ssh2|h2|http2|k8s|log4j|python[23]|socks5|l[123]|vga|ps2)$/i

const DIGITS_HIDDEN_AT = 0xe000

/**
 * Returns a one-line message with {@link WILDCARD} for ids, hosts, addresses, paths, dates, durations, sizes, quoted values and numbers.
 */
export function maskVariables(text: string): string {
  let masked = unquoted(text)
  for (const [shape, name] of shapes.slice(0, 2)) masked = masked.replace(shape, name)
  for (const shape of [codes, reasons, accessStatus, compilerCodes]) masked = masked.replace(shape, hideDigits)
  masked = masked.replace(choices, `$1${WILDCARD}`).replace(quoted, maskQuoted)
  for (const [shape, name] of shapes.slice(2)) masked = masked.replace(shape, name)
  return showDigits(
    masked
      .replace(namedCode, '$1=')
      .replace(settings, `$1${WILDCARD}`)
      .replace(accounts, `$1${WILDCARD}`)
      .replace(flags, (_flag, before: string = '') => before + WILDCARD)
      .replace(piece, maskPiece)
      .replace(/(?<=^|\s)\(\)(?=\s|$)/g, `(${WILDCARD})`)
      .replace(/<\*>(?:[-+/.@#:]?<\*>)+/g, WILDCARD)
      .replace(/<\*>(?:,?\s?<\*>)+/g, WILDCARD),
  )
}

/** Text quoted from end to end is the message itself, not a value in it. */
function unquoted(text: string): string {
  return /^(["'`])[^"'`]*\1$/.test(text) ? text.slice(1, -1) : text
}

function maskQuoted(whole: string): string {
  return whole.includes(' ') && errorWords.test(whole) ? whole : WILDCARD
}

/** Hides the digits of statuses and codes from the other masks, by moving them to a private area of Unicode. */
function hideDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(DIGITS_HIDDEN_AT + Number(digit)))
}

function showDigits(text: string): string {
  return text.replace(/[\ue000-\ue009]/g, (hidden) => String(hidden.charCodeAt(0) - DIGITS_HIDDEN_AT))
}

function maskPiece(whole: string): string {
  const end = whole.search(/[.!?]+$/)
  const word = end < 0 ? whole : whole.slice(0, end)
  const tail = whole.slice(word.length)
  const dots = word.lastIndexOf('..')
  if (dots >= 0) return word.slice(0, dots + 2) + maskPiece(word.slice(dots + 2)) + tail
  return (isVariable(word) ? WILDCARD : word) + tail
}

function isVariable(word: string): boolean {
  if (/\d/.test(word)) return !plainWithDigit.test(word)
  if (word.includes('@') && /\w@\w/.test(word)) return true
  if (/[/\\]/.test(word)) return isPath(word)
  return fileName.test(word) || isHost(word)
}

/** Paths have two slashes, a leading one, or a file extension; `and/or`, `N/A` and `Input/output` are words. */
function isPath(word: string): boolean {
  const parts = word.split(/[/\\]/)
  return (
    parts.length > 2 ||
    (parts.length === 2 && (/^\.{0,2}$/.test(parts[0] ?? '') || word.includes('.')) && word.length > 1)
  )
}

/**
 * Dotted names of three labels are hosts, packages or classes, unless they have a capital and name an error or a state; those of two are
 * hosts under a top-level domain.
 */
function isHost(word: string): boolean {
  if (!/^[a-z][a-z-]*(?:\.[\w$-]+)+$/i.test(word)) return false
  const isPlain = /^[a-z.-]+$/.test(word)
  if (word.split('.').length > 2) return isPlain || !/[A-Z_]{5}|[Ee]rr|[Ee]xc|[Ff]ail|[Ff]ault|[Tt]imeout/.test(word)
  return isPlain && topDomain.test(word)
}
