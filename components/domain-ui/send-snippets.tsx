'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import { useOrigin } from '@/components/ui/use-origin'
import { commandLineSnippet, curlSnippet, KEY_PLACEHOLDER, mcpSnippets, otlpSnippet, pythonSnippet } from './snippets'

/** Snippets for each way to send runs. Without a secret they contain a placeholder for the API key. */
export function SendSnippets({ secret }: { secret: string | null }) {
  const target = { origin: useOrigin(), key: secret ?? KEY_PLACEHOLDER }
  const mcp = mcpSnippets(target)
  return (
    <Tabs
      label="Ways to send runs"
      tabs={[
        { value: 'curl', label: 'curl', panel: <CodeBlock title="Terminal" code={curlSnippet(target)} /> },
        {
          value: 'otlp',
          label: 'OpenTelemetry',
          panel: (
            <div className="grid gap-2">
              <CodeBlock title="Environment" code={otlpSnippet(target)} />
              <p className="text-ink-3 text-xs">
                Each root span becomes a run, its children the nodes. OpenTelemetry GenAI, OpenInference and Vercel AI
                attributes are understood. The attribute <code className="font-mono">veritas.chain</code>, of a span or
                of the resource, names the chain.
              </p>
            </div>
          ),
        },
        {
          value: 'files',
          label: 'Files',
          panel: (
            <div className="grid gap-2">
              <CodeBlock title="Terminal" code={commandLineSnippet(target)} />
              <p className="text-ink-3 text-xs">
                Results of promptfoo, Inspect and tau-bench, exports of Langfuse, Phoenix, LangSmith and Braintrust,
                OTLP files, batch logs of OpenAI and Anthropic; any other JSON by a map of its fields.
              </p>
            </div>
          ),
        },
        { value: 'python', label: 'Python', panel: <CodeBlock title="Python" code={pythonSnippet(target)} /> },
        {
          value: 'mcp',
          label: 'MCP',
          panel: (
            <div className="grid gap-2">
              <CodeBlock title="Claude Code" code={mcp.command} />
              <CodeBlock title="Other hosts" code={mcp.json} />
              <p className="text-ink-3 text-xs">
                The agent sends its runs with <code className="font-mono">submit_run</code>, and can check, read and
                compare them. An app that has only the address <code className="font-mono">/api/mcp</code> signs in
                instead of using a key.
              </p>
            </div>
          ),
        },
      ]}
    />
  )
}
