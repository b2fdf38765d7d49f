import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Returns the mails sent to an address as text, with soft line breaks removed. */
export async function mailsTo(address: string): Promise<string[]> {
  const folder = process.env.E2E_MAIL_FOLDER
  if (!folder) throw new Error('E2E_MAIL_FOLDER names the folder of mails: npm test sets it')
  const to = `${encodeURIComponent(address)} `
  const files = (await readdir(folder)).filter((file) => file.startsWith(to) && file.endsWith('.eml'))
  const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''))
}
