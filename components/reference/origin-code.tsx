'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { useOrigin } from '@/components/ui/use-origin'
import { ORIGIN_PLACEHOLDER } from './curl-of'

/** Code block with the origin of this page filled in. */
export function OriginCode({ code, title }: { code: string; title: string }) {
  return <CodeBlock title={title} code={code.replaceAll(ORIGIN_PLACEHOLDER, useOrigin())} />
}
