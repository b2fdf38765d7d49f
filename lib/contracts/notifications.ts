import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, queryFlag, queryInt } from './primitives'
import { notificationKinds } from './vocabulary'

export const notificationKind = z.enum(notificationKinds)

/** `link` is a path within the project, such as `/gates/<id>`. */
export const notificationView = z.object({
  id,
  kind: notificationKind,
  text: z.string(),
  link: z.string(),
  at: isoTime,
  read: z.boolean(),
})

export const listNotifications = contract({
  name: 'notifications.list',
  summary: 'List the notifications of the signed-in person in this project, newest first.',
  scope: 'member',
  target: 'GET /api/v1/notifications',
  input: z.strictObject({
    unread: queryFlag.default(false).describe('Only unread ones'),
    before: id.optional().describe('`next` of the previous page'),
    limit: queryInt(1, 100).default(30),
  }),
  output: z.object({ notifications: z.array(notificationView), next: id.nullable(), unread: z.number() }),
})

export const readNotifications = contract({
  name: 'notifications.read',
  summary: 'Mark your notifications as read: those named, or all up to and including the newest one seen.',
  scope: 'member',
  // What a person has read is theirs, and would be counted until the deletion.
  whileDeleting: true,
  target: 'POST /api/v1/notifications/read',
  input: z.strictObject({
    ids: z.array(id).min(1).max(100).optional(),
    upTo: id.optional().describe('The newest one seen; it and all older ones are marked'),
  }),
  output: z.object({ unread: z.number() }),
})

export type NotificationView = z.infer<typeof notificationView>
export type NotificationKind = NotificationView['kind']
