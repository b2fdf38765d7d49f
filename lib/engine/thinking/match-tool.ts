/** `execute_command (yarn list)` is a use of `execute_command`. */
export function withoutUse(name: string): string {
  return name.replace(/\s*\([^()]*\)\s*$/, '').trim()
}

/** No answer recommends it, under any server. */
export function isBarred(name: string): boolean {
  return /tavily/i.test(name)
}

/**
 * The client's name for a recommended tool, or null. Exact first, then as `server:tool`, `server__tool` or
 * `mcp__server__tool`; a recommendation that names its server is met by the tool of that server, or by the bare tool.
 */
export function findClientTool(recommended: string, clientTools: readonly string[]): string | null {
  const allowed = clientTools.filter((name) => !isBarred(name))
  const wanted = withoutUse(recommended)
  return (
    allowed.find((name) => name === recommended) ??
    allowed.find((name) => withoutUse(name) === wanted) ??
    allowed.find((name) => isSpelling(withoutUse(name), wanted)) ??
    null
  )
}

/** Whether two names, each in any spelling, mean one tool. */
export function isSameTool(left: string, right: string): boolean {
  const [a, b] = [withoutUse(left), withoutUse(right)]
  return a === b || isSpelling(a, b) || isSpelling(b, a)
}

/** Whether `name` is a way to write `tool`, which is bare or `server:tool`. */
function isSpelling(name: string, tool: string): boolean {
  const at = tool.lastIndexOf(':')
  if (at > 0) {
    const [server, bare] = [tool.slice(0, at), tool.slice(at + 1)]
    return [bare, `${server}__${bare}`, `mcp__${server}__${bare}`].includes(name)
  }
  return [':', '__'].some(
    (separator) => name.length > tool.length + separator.length && name.endsWith(separator + tool),
  )
}
