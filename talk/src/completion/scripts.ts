/** The scripts that ask this program what a word can be. */

/** The shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of the shells. */
export type Shell = (typeof SHELLS)[number];

/** The command that the scripts run. It fails if the names of files are wanted. */
export const LINE_COMMAND = 'complete-line';

const BASH = `# Completion of mcp-talk for bash. To install it, put this line into ~/.bashrc:
#   eval "$(mcp-talk completion bash)"
_mcp_talk() {
  local candidate candidates
  COMPREPLY=()
  candidates=$(command mcp-talk ${LINE_COMMAND} bash -- "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null </dev/null) || {
    compopt -o default +o nospace 2>/dev/null
    return
  }
  while IFS= read -r candidate; do
    [[ -n $candidate ]] && COMPREPLY+=("$candidate")
  done <<<"$candidates"
}
complete -o nospace -o nosort -F _mcp_talk mcp-talk 2>/dev/null || complete -o nospace -F _mcp_talk mcp-talk`;

const ZSH = `#compdef mcp-talk
# Completion of mcp-talk for zsh. To install it, put this line into ~/.zshrc, after compinit:
#   eval "$(mcp-talk completion zsh)"
_mcp-talk() {
  local candidates line value none=1
  local -a words_open shown_open words_whole shown_whole
  candidates=$(command mcp-talk ${LINE_COMMAND} zsh -- "\${(@Q)words[1,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null) || {
    _files
    return
  }
  for line in "\${(@f)candidates}"; do
    value=\${line%%$'\\t'*}
    [[ -n $value ]] || continue
    line=\${line/$'\\t'/  -- }
    if [[ $value == *= ]]; then
      words_open+=("$value") shown_open+=("$line")
    else
      words_whole+=("$value") shown_whole+=("$line")
    fi
  done
  compadd -V mcp-talk -l -d shown_whole -a words_whole && none=0
  compadd -V mcp-talk -l -S '' -d shown_open -a words_open && none=0
  return none
}
if [[ \${funcstack[1]} == _mcp-talk ]]; then
  _mcp-talk "$@"
else
  compdef _mcp-talk mcp-talk
fi`;

const FISH = `# Completion of mcp-talk for fish. To install it:
#   mcp-talk completion fish > ~/.config/fish/completions/mcp-talk.fish
function __mcp_talk_candidates
    set -l candidates (command mcp-talk ${LINE_COMMAND} fish -- (commandline -cp | string collect) 2>/dev/null </dev/null)
    or begin
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\\n' $candidates
end
complete -c mcp-talk -f -k -a '(__mcp_talk_candidates)'`;

const SCRIPTS: { readonly [name in Shell]: string } = { bash: BASH, zsh: ZSH, fish: FISH };

/** Returns the script of a shell. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
