import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type MailCatcher = { url: string; stop: () => Promise<void> }

/** Starts a mail server that accepts every mail and writes it unchanged to a file in this folder, named after the recipient. */
export async function catchMails(folder: string): Promise<MailCatcher> {
  mkdirSync(folder, { recursive: true })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, callback) {
      const to = envelope.rcptTo.map(({ address }) => encodeURIComponent(address)).join(' ')
      const file = path.join(folder, `${to} ${randomUUID()}.eml`)
      text(stream)
        // Renamed at the end, so that the folder lists complete mails only.
        .then((raw) => writeFile(`${file}.part`, raw))
        .then(() => rename(`${file}.part`, file))
        .then(() => callback(), callback)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
