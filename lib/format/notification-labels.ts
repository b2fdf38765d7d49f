import type { MailState } from '@/lib/contracts/mail'
import type { NotificationKind } from '@/lib/contracts/notifications'

/** Of what a person is told, as a choice. */
export const notificationKindLabels: Record<NotificationKind, string> = {
  gate_opened: 'A gate waits for me',
  gate_assigned: 'A gate is assigned or escalated to me',
  gate_warning: 'A gate comes near its deadline',
  gate_timed_out: 'A gate timed out',
  gate_decided: 'A gate that concerns me was decided',
  gate_reversed: 'A decision was taken back',
  weekly_published: 'The weekly review is out',
  webhook_disabled: 'A webhook was switched off, if I am an admin',
  mail_failing: 'E-mail does not go out',
  work_failing: 'Timed work keeps failing, if I am an admin',
}

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not wanted any more',
}
