import { z } from 'zod'
import { contract } from './contract'
import { notificationKind } from './notifications'
import { id, isoTime } from './primitives'
import { mailStates } from './vocabulary'

export const mailState = z.enum(mailStates)

/** A mail that was refused, or could not be sent so far. */
export const mailTrouble = z.object({
  id,
  to: z.string().describe('The name of the person'),
  kind: notificationKind,
  text: z.string(),
  status: mailState,
  attempts: z.number().int(),
  error: z.string().describe('What the last attempt met'),
  nextAt: isoTime.nullable().describe('When it is tried next; null when it is not'),
  updatedAt: isoTime,
})

/** The password is never shown, nor the user it belongs to. */
export const getMail = contract({
  name: 'mail.get',
  tag: 'mail',
  summary: 'E-mail of this project: configured or not, what was sent in the last 24 hours, and what could not be.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/mail',
  input: z.strictObject({}),
  output: z.object({
    isConfigured: z.boolean().describe('SMTP_URL and SMTP_FROM are set'),
    server: z.string().nullable().describe('host:port'),
    security: z.string().nullable().describe('How the connection is encrypted'),
    from: z.string().nullable(),
    counts: z
      .record(mailState, z.number().int())
      .describe('In the last 24 hours, by state; dropped: the person wanted none any more, or had left. Waiting: all'),
    troubles: z.array(mailTrouble).describe('The latest first, up to 20'),
    now: isoTime,
  }),
})

export const testMail = contract({
  name: 'mail.test',
  tag: 'mail',
  summary: 'Send a test mail to oneself now, once, and tell what came of it.',
  scope: 'admin',
  effects: ['write', 'outside'],
  rate: 'testMail',
  method: 'POST',
  path: '/api/v1/mail/test',
  input: z.strictObject({}),
  output: z.object({
    address: z.string().describe('To whom'),
    error: z.string().nullable().describe('Why it was not sent; null when the server took it'),
    ms: z.number().describe('Milliseconds it took'),
  }),
})

export const mailChoice = z.object({
  isAvailable: z.boolean().describe('This desk sends mail'),
  isOn: z.boolean(),
  off: z.array(notificationKind).describe('Kinds that are not sent'),
})

export const getMailChoice = contract({
  name: 'account.getMail',
  tag: 'account',
  summary: 'Which notifications one is sent by e-mail.',
  scope: 'session',
  effects: [],
  method: 'GET',
  path: '/api/v1/account/mail',
  input: z.strictObject({}),
  output: mailChoice,
})

export const updateMailChoice = contract({
  name: 'account.updateMail',
  tag: 'account',
  summary: 'Choose which notifications one is sent by e-mail, in every project.',
  scope: 'session',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/account/mail',
  input: z.strictObject({
    isOn: z.boolean().optional(),
    off: z
      .array(notificationKind)
      .max(50)
      .transform((kinds) => [...new Set(kinds)])
      .optional()
      .describe('Kinds that are not to be sent; the others are, also those to come'),
  }),
  output: mailChoice,
})

export type MailState = z.infer<typeof mailState>
export type MailTrouble = z.infer<typeof mailTrouble>
export type MailView = z.infer<typeof getMail.output>
export type MailChoice = z.infer<typeof mailChoice>
