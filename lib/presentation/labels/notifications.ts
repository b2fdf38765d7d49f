import type { MailState } from '@/lib/contracts/mail'
import type { NotificationKind } from '@/lib/contracts/notifications'

/** What a person can ask to be told by e-mail. */
export const notificationKindLabels: Record<NotificationKind, string> = {
  gate_opened: 'A gate waits for me',
  gate_assigned: 'A gate is assigned or escalated to me',
  review_assigned: 'A review is assigned to me',
  failure_assigned: 'A kind of failure is assigned to me',
  failure_worse: 'A kind of failure that I look after comes back or escalates',
  gate_warning: 'A gate nears its deadline',
  gate_timed_out: 'A gate timed out',
  gate_decided: 'A gate I am involved in was decided',
  gate_reversed: 'A decision was taken back',
  mentioned: 'Someone mentions me in a comment',
  weekly_published: 'The weekly report is out',
  pairs_asked: 'Someone asks which of two is better',
  webhook_disabled: 'A webhook was switched off (admins)',
  mail_failing: 'E-mail is not sent',
  work_failing: 'Scheduled work keeps failing (admins)',
}

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'No longer wanted',
}
