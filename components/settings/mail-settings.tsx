'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useMay } from '@/components/domain-ui/role'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { MailTrouble } from '@/lib/contracts/mail'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCount, formatListed, formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { mailStateLabels } from '@/lib/presentation/labels/notifications'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

/** Mail settings: the configured server, and messages that could not be sent. */
export function MailSettings({ project }: { project: string }) {
  const { data: mail } = useSuspenseQuery(queryOf('GET /api/v1/mail', {}, { project }))
  const { counts } = mail
  return (
    <>
      <PageDescription action={mail.isConfigured && <TestMailButton project={project} />}>
        Notifications {mail.isConfigured ? 'also go out' : 'can also go out'} by e-mail. Everyone chooses which under
        Your account.
      </PageDescription>
      <div className="grid gap-10">
        {mail.isConfigured ? (
          <Panel title="Mail server" note="Set by environment variables. The password is never shown.">
            <DefinitionList
              className="max-w-xl"
              items={[
                { term: 'Server', value: <code className="break-all font-mono text-xs">{mail.server}</code> },
                { term: 'Encryption', value: mail.security },
                { term: 'From', value: mail.from },
                {
                  term: 'Last 24 hours',
                  value: `${formatCount(counts.sent)} sent, ${formatCount(counts.failed)} failed, ${formatCount(counts.dropped)} no longer needed`,
                },
                { term: 'Waiting', value: formatCount(counts.waiting) },
              ]}
            />
          </Panel>
        ) : (
          <MailSetup />
        )}
        {(mail.isConfigured || mail.troubles.length > 0) && (
          <MailTroubles troubles={mail.troubles} all={mail.troubled} />
        )}
      </div>
    </>
  )
}

const ENVIRONMENT = `SMTP_URL=smtp://user:password@mail.example.com:587
SMTP_FROM=Veritas <veritas@example.com>`

/** Instructions for connecting a mail server. */
function MailSetup() {
  return (
    <Panel title="Connect a mail server">
      <div className="grid max-w-prose gap-4 text-sm">
        <Notice title="No mail server configured">
          No e-mail is sent. Notifications appear in the desk, under the bell.
        </Notice>
        <p>Set these two variables where Veritas runs, then restart it:</p>
        <CodeBlock title="Environment" code={ENVIRONMENT} />
        <p className="text-ink-2">
          <code className="font-mono text-xs">smtps://</code> encrypts from the first byte, on port 465.{' '}
          <code className="font-mono text-xs">smtp://</code> begins on port 587 and encrypts with STARTTLS. A password
          leaves this machine only encrypted. Letters such as @ or / in a password are written as %40 and %2F.
        </p>
      </div>
    </Panel>
  )
}

/** Messages that could not be sent, with their errors. */
function MailTroubles({ troubles, all }: { troubles: readonly MailTrouble[]; all: number }) {
  const listed = formatListed(troubles.length, 'latest', all) || 'Latest first.'
  return (
    <Panel title="Not sent" note={`${listed} Each message is tried eight times within a day.`}>
      {troubles.length === 0 ? (
        <p className="text-ink-2 text-sm">Nothing failed.</p>
      ) : (
        <ul className="divide-y border-y">
          {troubles.map((trouble) => (
            <Trouble key={trouble.id} trouble={trouble} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Trouble({ trouble: { to, text, status, attempts, error, nextAt, updatedAt } }: { trouble: MailTrouble }) {
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark status={status === 'waiting' ? 'running' : 'failed'} word={mailStateLabels[status]} />
        <span className="min-w-0 break-words">
          To {to}: {text}
        </span>
      </p>
      <p className="break-words text-ink-2 text-xs">{capital(error)}</p>
      <p className="text-ink-3 text-xs">
        {formatPlural(attempts, 'attempt')}, <RelativeTime iso={updatedAt} />
        {nextAt && (
          <>
            . Next: <AbsoluteTime iso={nextAt} />
          </>
        )}
      </p>
    </li>
  )
}

/** Button that sends a test mail to the user and shows the result. */
function TestMailButton({ project }: { project: string }) {
  const test = useMutation(mutationOf('POST /api/v1/mail/test', { project }))
  const mayTest = useMay(project, 'admin')
  const act = () =>
    test.mutate(
      {},
      {
        onSuccess: ({ address, error, ms }) => {
          if (error === null) toast.success(`The server accepted a message to ${address} in ${formatDuration(ms)}`)
          else toast.error(`No mail was sent: ${error}.`)
        },
        onError: toast.problem,
      },
    )
  return (
    <Button icon={<Send aria-hidden />} disabled={!mayTest} pending={test.isPending} onClick={act}>
      Send a test mail
    </Button>
  )
}
