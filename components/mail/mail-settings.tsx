'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { PageLead } from '@/components/settings/page-lead'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { formatCount } from '@/lib/format/number'
import { mailQueries } from '@/lib/queries/mail'
import { MailSetup } from './mail-setup'
import { MailTroubles } from './mail-troubles'
import { TestMailButton } from './test-mail-button'

/** Whether notifications go out by mail, through which server, and what could not be sent. */
export function MailSettings({ project }: { project: string }) {
  const { data: mail } = useSuspenseQuery(mailQueries.detail(project))
  const { counts } = mail
  return (
    <>
      <PageLead action={mail.isConfigured && <TestMailButton project={project} />}>
        What people are told of in the desk {mail.isConfigured ? 'also reaches them' : 'can also reach them'} by e-mail.
        Each of them chooses what, under Your account.
      </PageLead>
      <div className="grid gap-10">
        {mail.isConfigured ? (
          <Panel title="Mail server" note="Set in the environment. The password is never shown.">
            <DefinitionList
              className="max-w-xl"
              items={[
                { term: 'Server', value: <code className="break-all font-mono text-xs">{mail.server}</code> },
                { term: 'Encryption', value: mail.security },
                { term: 'From', value: mail.from },
                {
                  term: 'Last 24 hours',
                  value: `${formatCount(counts.sent)} sent, ${formatCount(counts.failed)} failed, ${formatCount(counts.dropped)} not wanted any more`,
                },
                { term: 'Waiting', value: formatCount(counts.waiting) },
              ]}
            />
          </Panel>
        ) : (
          <MailSetup />
        )}
        {(mail.isConfigured || mail.troubles.length > 0) && <MailTroubles troubles={mail.troubles} />}
      </div>
    </>
  )
}
