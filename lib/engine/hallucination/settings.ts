import type { Row } from './table-lines'

const linesMin = 3
const section = /^\s*\[{1,2}([\w.$ -]{1,60})\]{1,2}\s*$/
const setting = /^(\s*)(?:- )?["']?([a-z$][\w.$-]{0,60})["']?\s*(?:=|:(?=\s|$))\s*(.*)$/i
const first = /^\s*(?:#|;|\/\/|\[|---|(?:- )?["']?[a-z$][\w.$-]{0,60}["']?\s*[=:])/i
const comment = /^\s*(?:#|;|\/\/)/
const trailing = /\s+(?:#|\/\/).*$/

/**
 * Reads a file of settings, `key = value` under `[section]` or nested `key: value`, as the fields of one record; null if a line in ten is
 * anything else.
 */
export function settingsIn(text: string): Row | null {
  // Most texts begin as prose.
  if (!first.test(text)) return null
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !comment.test(line))
  if (lines.length < linesMin) return null
  const row: Row = new Map()
  let others = 0
  let prefix = ''
  let open: { indent: number; key: string }[] = []
  for (const line of lines) {
    const head = section.exec(line)
    if (head) {
      prefix = head[1] ?? ''
      open = []
      continue
    }
    const [, space = '', key = '', rest = ''] = setting.exec(line) ?? []
    if (key === '') {
      others++
      continue
    }
    open = open.filter(({ indent }) => indent < space.length)
    const value = rest.replace(trailing, '').replace(/^["']|["'],?$/g, '')
    const path = [prefix, ...open.map((one) => one.key), key].filter(Boolean).join(' ')
    if (value === '') open.push({ indent: space.length, key })
    // A key that repeats belongs to items of a list, which are no single record.
    else if (row.has(path)) others++
    else row.set(path, value)
  }
  return row.size >= linesMin && others * 10 <= lines.length ? row : null
}
