/** Copies a text; resolves to whether the browser did. It does not where the page came over plain HTTP, other than from this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
