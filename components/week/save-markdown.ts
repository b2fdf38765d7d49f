/** Hands a text to the browser as a file; only the last part of the path becomes its name. */
export function saveMarkdown(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename.split('/').at(-1) ?? filename
  link.click()
  URL.revokeObjectURL(url)
}
