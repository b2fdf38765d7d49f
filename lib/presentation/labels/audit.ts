import type { AuditEvent } from '@/lib/contracts/audit'
import { capital } from '../format/text'

const labels: Readonly<Record<string, string>> = {
  'account.address_lost': 'Account lost its address',
  'account.address_proven': 'Address proven',
  'account.password': 'Password changed',
  'account.password_reset': 'Password replaced by a link',
  'account.reset_link': 'Link for a new password made',
  'account.sessions_ended': 'Signed out elsewhere',
  'account.update': 'Name of a person changed',
  'chain.authorities': 'Authorities of a chain changed',
  'chain.update': 'Settings of a chain changed',
  'connection.granted': 'App connected',
  'connection.revoked': 'Connection of an app ended',
  'configuration.put': 'Configuration changed',
  'data.redaction': 'Redaction rules changed',
  'data.retention': 'Retention changed',
  'dead_letter.abandoned': 'Dead letter abandoned',
  'dead_letter.resolved': 'Dead letter resolved',
  'dead_letter.retry': 'Dead letter retried',
  'failure_group.archived': 'Failures archived',
  'failure_group.assigned': 'Failures assigned',
  'failure_group.merged': 'Failures merged',
  'failure_group.reopened': 'Failures reopened',
  'failure_group.resolved': 'Failures resolved',
  'failure_group.split': 'Failures split',
  'failure_group.undone': 'Merge or split taken back',
  'gate.approved': 'Gate approved',
  'gate.assigned': 'Gate assigned',
  'gate.escalated': 'Gate escalated',
  'gate.extended': 'Deadline of a gate moved',
  'gate.opened': 'Gate opened',
  'gate.rejected': 'Gate rejected',
  'gate.timed_out': 'Gate timed out',
  'gate.undone': 'Decision on a gate taken back',
  'gate.voted': 'Vote on a gate',
  'gate.warned': 'Deadline of a gate came near',
  'judge.added': 'Judge added',
  'judge.changed': 'Judge changed',
  'judge.removed': 'Judge removed',
  'judge.resetBreaker': 'Circuit breaker reset',
  'judge.test': 'Judge tried out',
  'key.create': 'API key made',
  'key.revoke': 'API key revoked',
  'mail.test': 'Mail tried out',
  'member.add': 'Member added',
  'member.change': 'Role of a member changed',
  'member.invite': 'Person invited',
  'member.invite_declined': 'Invitation declined',
  'member.invite_revoked': 'Invitation withdrawn',
  'member.provisioned': 'Member came in by their domain',
  'member.remove': 'Member removed',
  'person.removed': 'Person removed from the desk',
  'project.create': 'Project created',
  'project.deletion_asked': 'Deletion of the project asked for',
  'project.exported': 'Project exported',
  'project.removed': 'Project removed',
  'project.restored': 'Deletion of the project taken back',
  'project.update': 'Project changed',
  'run.attributed': 'Cause of a failed run named or taken back',
  'run.comment': 'Comment on a run written',
  'run.comment_deleted': 'Comment taken down by its author',
  'run.comment_reopened': 'Comment opened again',
  'run.comment_resolved': 'Comment resolved',
  'run.content_removed': 'Texts of old runs removed',
  'run.deleted': 'Runs deleted',
  'run.overridden': 'Verification let through unmet',
  'run.review': 'Run reviewed',
  'run.review_undone': 'Review taken back',
  'run.patched': 'Metadata or tags of a run changed',
  'run.tagged': 'Tags of runs changed',
  'sample.load': 'Sample loaded',
  'series.create': 'Score series made',
  'sign_in_domain.removed': 'Sign-in by a domain taken back',
  'sign_in_domain.set': 'Sign-in by a domain allowed',
  'thinking.cleared': 'Thoughts cleared',
  'thinking.template-deleted': 'Thinking template deleted',
  'thinking.template-put': 'Thinking template stored',
  'trials.added': 'Trials added',
  'version.published': 'Version published',
  'version.put': 'Version declared',
  'view.created': 'View saved',
  'view.deleted': 'Saved view removed',
  'view.updated': 'Saved view changed',
  'webhook.create': 'Webhook added',
  'webhook.delete': 'Webhook removed',
  'webhook.disabled': 'Webhook switched off',
  'webhook.replay': 'Webhook sent again',
  'webhook.rotate': 'Webhook secret replaced',
  'webhook.test': 'Webhook tried out',
  'webhook.update': 'Webhook changed',
  'weekly.action_added': 'Action of the week added',
  'weekly.action_changed': 'Action of the week changed',
  'weekly.made': 'Week written',
}

/** What was done, in words; an action that has none yet reads as its own name. */
export function auditActionLabel(action: string): string {
  const known = Object.hasOwn(labels, action) ? labels[action] : undefined
  if (known !== undefined) return known
  const words = action.replaceAll(/[._-]/g, ' ')
  return capital(words)
}

const vias: Readonly<Record<string, string>> = {
  api: 'API',
  browser: 'Browser',
  cli: 'Command line',
  job: 'The desk itself',
  mcp: 'MCP',
}

/** From where it was done: "Browser, 192.0.2.7"; null where that is not on record. */
export function auditOrigin({ via, address }: Pick<AuditEvent, 'via' | 'address'>): string | null {
  const parts = [via === null ? null : (vias[via] ?? via), address].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** The subject by its name, else by what kind of thing it is. */
export function auditSubject({ name, subject }: { name: string | null; subject: string }): string {
  if (name !== null) return name
  const [noun = '', ...rest] = subject.split(':')
  return noun === 'project' ? 'this project' : `${noun.replaceAll(/[_-]/g, ' ')} ${rest.join(':')}`.trim()
}
