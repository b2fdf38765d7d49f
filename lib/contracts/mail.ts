import { z } from 'zod'
import { contract } from './contract'
import { notificationKind } from './notifications'
import { id, isoTime } from './primitives'
import { mailStates } from './vocabulary'

export const mailState = z.enum(mailStates)

/** A mail that was refused or could not be sent so far. */
export const mailTrouble = z.object({
  id,
  to: z.string().describe('Name of the recipient'),
  kind: notificationKind,
  text: z.string(),
  status: mailState,
  attempts: z.number().int(),
  error: z.string().describe('Error of the last attempt'),
  nextAt: isoTime.nullable().describe('When it is retried; null if it is not'),
  updatedAt: isoTime,
})

/** Never includes the password or the user name of the SMTP server. */
export const getMail = contract({
  name: 'mail.get',
  summary:
    'Get the e-mail status of this project: whether it is configured, what was sent in the last 24 hours, and what failed.',
  scope: 'admin',
  target: 'GET /api/v1/mail',
  output: z.object({
    isConfigured: z.boolean().describe('SMTP_URL and SMTP_FROM are set'),
    server: z.string().nullable().describe('host:port'),
    security: z.string().nullable().describe('How the connection is encrypted'),
    from: z.string().nullable(),
    counts: z
      .record(mailState, z.number().int())
      .describe(
        'In the last 24 hours, by state; dropped: the recipient unsubscribed, had left or may no longer do what it asks for, or its gate was closed. Waiting: all',
      ),
    troubles: z.array(mailTrouble).describe('Newest first, at most 20'),
    troubled: z.number().int().describe('How many there are in all'),
    now: isoTime,
  }),
})

export const testMail = contract({
  name: 'mail.test',
  summary: 'Send a test mail to yourself now, with a single attempt, and return the result.',
  scope: 'admin',
  effects: ['write', 'outside'],
  rate: 'testMail',
  target: 'POST /api/v1/mail/test',
  output: z.object({
    address: z.string().describe("The recipient's address"),
    error: z.string().nullable().describe('Why it was not sent; null if the server accepted it'),
    ms: z.number().describe('Duration in milliseconds'),
  }),
})

export const mailChoice = z.object({
  isAvailable: z.boolean().describe('Whether this desk sends mail'),
  isOn: z.boolean(),
  off: z.array(notificationKind).describe('Kinds that are not sent'),
})

export const getMailChoice = contract({
  name: 'account.getMail',
  summary: 'Get which notifications you receive by e-mail.',
  scope: 'session',
  target: 'GET /api/v1/account/mail',
  output: mailChoice,
})

export const updateMailChoice = contract({
  name: 'account.updateMail',
  summary: 'Choose which notifications you receive by e-mail, in every project.',
  scope: 'session',
  target: 'PATCH /api/v1/account/mail',
  input: z.strictObject({
    isOn: z.boolean().optional(),
    off: z
      .array(notificationKind)
      .max(50)
      .transform((kinds) => [...new Set(kinds)])
      .optional()
      .describe('Kinds to turn off; all others are sent, including future kinds'),
  }),
  output: mailChoice,
})

export type MailState = z.infer<typeof mailState>
export type MailTrouble = z.infer<typeof mailTrouble>
export type MailChoice = z.infer<typeof mailChoice>
