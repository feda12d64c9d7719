import { usageError } from '../../exit-code.ts'
import { ownText } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'

/** Each asks `svc complete` with the words so far, the last one unfinished; it prints a candidate a line. */
const scripts: Record<string, string> = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($(svc complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _svc svc`,
  zsh: `#compdef svc
_svc() {
  local -a found
  found=(\${(f)"$(svc complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
compdef _svc svc`,
  fish: `complete -c svc -f -a '(svc complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c svc -n '__fish_seen_subcommand_from deploy' -s f -l file -r -F`,
}

export const command: Command = {
  summary: 'Print the completion for bash, zsh or fish',
  usage: 'bash|zsh|fish',
  examples: [
    ['completion bash >> ~/.bashrc', 'bash'],
    ['completion zsh >> ~/.zshrc', 'zsh, behind compinit'],
    ['completion fish > ~/.config/fish/completions/svc.fish', 'fish'],
  ],
  details: 'It knows commands, options and their values, and the ids and names that svc has seen; it asks no service.',
  takes: [1, 1],
  completes: ['bash', 'zsh', 'fish'],
  async run({ input, output, terminal }) {
    const script = scripts[input.first]
    if (script === undefined)
      throw usageError(`There is no completion for "${input.first}".`, 'There are bash, zsh and fish.')
    if (output.isJson) return output.json({ shell: input.first, script })
    terminal.stdout.write(`${ownText(script).render(false)}\n`)
  },
}
