import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** How a mail is answered: accepted, refused with a reply code, or a misbehaviour. `drip`: line after line of an answer without an end. */
export type SmtpAnswer = 'take' | { at: 'recipient' | 'sender' | 'data'; code: number } | 'hang' | 'drop' | 'drip'

type TakenMail = { from: string; to: string[]; raw: string }

export type FakeSmtp = {
  port: number
  /** Accepted mails, in order. */
  mails: TakenMail[]
  connections: () => number
  /** Sets the answers, one for each mail; the last is repeated. */
  behave: (...answers: [SmtpAnswer, ...SmtpAnswer[]]) => void
  close: () => Promise<void>
}

const DRIP_MS = 50

type Options = { user?: { name: string; password: string }; hasTls?: boolean; isEncrypted?: boolean }

/** Starts an SMTP server on its own port, over real sockets, with a self-signed certificate. */
export async function startSmtp({ user, hasTls = true, isEncrypted = false }: Options = {}): Promise<FakeSmtp> {
  const mails: TakenMail[] = []
  let answers: SmtpAnswer[] = ['take']
  let connections = 0
  const next = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'take'
  const answerOf = new Map<string, SmtpAnswer>()
  const refusal = (id: string, at: string): Error | null => {
    const answer = answerOf.get(id)
    if (typeof answer !== 'object' || answer.at !== at) return null
    return Object.assign(new Error('as the test wants it'), { responseCode: answer.code })
  }
  const server = new SMTPServer({
    secure: isEncrypted,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    // Silences warnings about the self-signed certificate.
    logger: false,
    onConnect(session, callback) {
      connections++
      const answer = next()
      answerOf.set(session.id, answer)
      if (answer !== 'hang') callback()
    },
    onAuth({ username, password }, _session, callback) {
      if (username === user?.name && password === user?.password) callback(null, { user: username })
      else callback(new Error('wrong user or password'))
    },
    onMailFrom(_address, session, callback) {
      if (answerOf.get(session.id) !== 'drip') return callback(refusal(session.id, 'sender'))
      for (const { id, _socket: socket } of server.connections) {
        if (id !== session.id) continue
        const dripping = setInterval(() => socket.write('250-wait\r\n'), DRIP_MS)
        socket.on('close', () => clearInterval(dripping))
      }
    },
    onRcptTo: (_address, session, callback) => callback(refusal(session.id, 'recipient')),
    onData(stream, session, callback) {
      if (answerOf.get(session.id) === 'drop') {
        for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
        return
      }
      void text(stream).then((raw) => {
        const refused = refusal(session.id, 'data')
        const { mailFrom, rcptTo } = session.envelope
        if (!refused) mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((to) => to.address), raw })
        callback(refused)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    behave(...wanted) {
      answers = wanted
    },
    close() {
      for (const connection of server.connections) connection._socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Returns the unfolded headers of a mail, and the decoded text of all its parts. */
export function readRaw(raw: string): { head: string; body: string } {
  const unix = raw.replaceAll('\r\n', '\n')
  const end = unix.indexOf('\n\n')
  const head = unix.slice(0, end).replaceAll(/\n[ \t]+/g, ' ')
  const body = unix
    .slice(end)
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return { head, body }
}
