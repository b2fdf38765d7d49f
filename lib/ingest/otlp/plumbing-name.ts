/** LangChain's runnables, LangGraph's channels, CrewAI's notices, AutoGen's messages. */
const PLUMBING = [
  /^Runnable[A-Z]\w*(<.*>)?$/,
  /^Channel(Write|Read)(<.*>)?$/,
  /^Branch<.*>$/,
  /^(__start__|__end__|_write|_read|_route|_control_branch|LangGraphUpdateState)$/,
  /^(Crew|Task|Flow) (Created|Creation|Plotting)$/,
  /^(ChatPromptTemplate|PromptTemplate|\w*OutputParser)$/,
  /^autogen (create|send|publish|ack|process|receive|intercept)\b/,
]

/** Whether a span's name is one that frameworks give to what they add around a step; such a name says nothing about the application. */
export function isPlumbingName(name: string): boolean {
  return PLUMBING.some((pattern) => pattern.test(name))
}
