import { KEY_PLACEHOLDER } from '@/components/onboarding/snippets'

/** A shell command that sends the first thought of a session. */
export function thoughtSnippet(origin: string): string {
  return [
    `curl ${origin}/api/v1/quality/sequential_thinking_qa \\`,
    `  -H 'Authorization: Bearer ${KEY_PLACEHOLDER}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{`,
    '    "thought": "Which Tailwind version is installed? The configuration differs.",',
    '    "thought_number": 1,',
    '    "total_thoughts": 4,',
    '    "next_thought_needed": true,',
    '    "verification_target": "Tailwind CSS version"',
    "  }'",
  ].join('\n')
}
