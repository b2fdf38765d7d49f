'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { AbsoluteTime } from '@/components/ui/time'
import type { SignInDomain } from '@/lib/contracts/sign-in-domains'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

type DomainRole = SignInDomain['role']

const roleOptions = (['viewer', 'reviewer'] as const).map((value) => ({ value, label: roleLabels[value].label }))

/** E-mail domains whose people become members on their first sign-in through a service; off until a domain is added. */
export function SignInDomains({ project }: { project: string }) {
  const { domains, isOffered } = useSuspenseQuery(queryOf('GET /api/v1/sign-in-domains', {}, { project })).data
  return (
    <Panel
      title="Sign-in by domain"
      note="People with these domains become members when they first sign in with GitHub or OpenID Connect. No one becomes an admin this way."
      className="mt-10"
    >
      {!isOffered && (
        <Notice className="mb-4">
          Not available yet: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or GITHUB_ID and GITHUB_SECRET.
        </Notice>
      )}
      {domains.length > 0 && (
        <ul className="mb-4 divide-y border-y text-sm">
          {domains.map((domain) => (
            <li key={domain.domain} className="flex min-h-10 items-center gap-4 py-1">
              <span className="min-w-0 flex-1 break-all font-medium">{domain.domain}</span>
              <span className="text-ink-2">{roleLabels[domain.role].label}</span>
              <span className="text-ink-3 text-xs max-sm:hidden">
                since <AbsoluteTime iso={domain.createdAt} />
              </span>
              <RemoveDomain project={project} domain={domain.domain} />
            </li>
          ))}
        </ul>
      )}
      <AddDomain project={project} />
    </Panel>
  )
}

function AddDomain({ project }: { project: string }) {
  const [domain, setDomain] = useState('')
  const [role, setRole] = useState<DomainRole>('viewer')
  const put = useMutation(mutationOf('POST /api/v1/sign-in-domains', { project }))
  const problem = problemOf(put.error)
  return (
    <Form
      className="flex flex-wrap items-start gap-3"
      // Another one that is typed meanwhile stays.
      onSubmit={() =>
        put.mutate({ domain, role }, { onSuccess: () => setDomain((now) => (now === domain ? '' : now)) })
      }
    >
      <div className="w-64 max-w-full">
        <InputField
          label="Domain"
          error={problem ? (problem.fields.domain ?? problem.message) : null}
          value={domain}
          placeholder="example.com"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          onChange={setDomain}
        />
      </div>
      <Field label="Role">
        {({ id }) => <Select id={id} value={role} onChange={setRole} options={roleOptions} className="w-36" />}
      </Field>
      <Button
        type="submit"
        icon={<Plus aria-hidden />}
        pending={put.isPending}
        disabled={domain.trim() === ''}
        className="mt-6.5"
      >
        Add domain
      </Button>
    </Form>
  )
}

function RemoveDomain({ project, domain }: { project: string; domain: string }) {
  const remove = useMutation(mutationOf('DELETE /api/v1/sign-in-domains/{domain}', { project }))
  return (
    <ConfirmDialog
      trigger={
        <IconButton label={`Remove ${domain}`} size="sm">
          <Trash2 aria-hidden />
        </IconButton>
      }
      title={`Remove ${domain}?`}
      consequence="Current members stay. Others with this domain will need an invitation."
      verb="Remove"
      act={() => remove.mutateAsync({ domain })}
      done={`${domain} removed`}
    />
  )
}
