#!/bin/sh
# A day of support: a new client, its sites from the sheet that it sent, a code for each of them, a wrong switch taken
# back, its terms published, the client locked and unlocked, and everything saved as files.
#
#     sh support-day.sh SHEET NAME NICKNAME USERNAME EMAIL
#
# Needs `tocsin` on the path, signed in as staff of the provider; writes into the folder that it is run from. Whatever
# fails ends it, with the exit code of that command. Rows that an import keeps out are shown with what is wrong with them
# and opened in $EDITOR, until all of them stand or are taken out of the file; without an EDITOR it ends with 8 and leaves
# them in rejects-1.csv, or in the next number that is free.
set -eu

sheet=$1 name=$2 nickname=$3 username=$4 email=$5

# A sheet that cannot be read ends it here, before anything is made.
: <"$sheet"

# The new client has its default project, and its first user a mail that leads in.
client=$(tocsin clients create --name="$name" --nickname="$nickname" --manager.name="$name" \
  --manager.username="$username" --manager.email="$email" -o ids)

# Good rows are written, bad ones are kept out (exit 8): mend these, import them, and look again.
# What another day left here stays as it is.
file=$sheet round=1
while [ -e "rejects-$round.csv" ]; do round=$((round + 1)); done
until tocsin sites import "$file" --client="$client" --on-error=skip --rejects="rejects-$round.csv"; do
  code=$?
  [ "$code" -eq 8 ] && [ -n "${EDITOR:-}" ] || exit "$code"
  file=rejects-$round.csv before=$(cksum <"rejects-$round.csv")
  $EDITOR "$file"
  # Closed as it was: nobody means to go on.
  [ "$before" != "$(cksum <"$file")" ] || exit "$code"
  # Emptied down to its header: those rows are meant to stay out, and without rows there is nothing to import.
  tail -n +2 "$file" | LC_ALL=C grep -q '[[:alnum:]]' || break
  while [ -e "rejects-$round.csv" ]; do round=$((round + 1)); done
done

# A code for each site that the sheet brought none for. Files and no pipes: a pipe hides what fails in it.
tocsin sites list --client="$client" --all --fields=id,registrationCodes >sites.tsv
awk -F '\t' '$2 == "" { print $1 }' sites.tsv >without-code.txt
tocsin sites add-code --ids-from=without-code.txt --fields=id,name,registrationCodes >codes.tsv

# The wrong site switched off, and on again.
read -r wrong _ <sites.tsv
tocsin sites deactivate "$wrong" --yes --fields=id,name,active
tocsin sites activate "$wrong" --fields=id,name,active

# Its terms, published.
terms=$(tocsin terms create --client="$client" --title='Termos de uso' -o ids \
  --content='<h2>Termos de uso</h2><p>Em emergência, ligue <a href="tel:193">193</a>.</p>')
tocsin terms publish "$terms" --yes --fields=id,title,publishedAt

# While it is locked nobody writes: a script knows that by exit 5 (tocsin help exit-codes).
tocsin clients lock "$client" --yes --fields=id,name,locked
refused=0
tocsin sites deactivate "$wrong" --yes || refused=$?
tocsin clients unlock "$client" --fields=id,name,locked
[ "$refused" -eq 5 ]

# Everything there is of the client, as files. Mobile users belong to no client: what they are in one is in maps.
mkdir -p export
for resource in sites teams; do
  tocsin "$resource" export --client="$client" --file "export/$resource.csv"
done
for resource in users monitoring-providers license-comments terms; do
  tocsin "$resource" list --client="$client" --show-inactive --all -o csv >"export/$resource.csv"
done
for resource in projects apps registration-codes registration-forms registration-handlers registration-handlers-v2 \
  registration-data-schemas registration-data maps audit-events; do
  tocsin "$resource" list --client="$client" --all -o csv >"export/$resource.csv"
done

# What was saved is what stands: to import it would change nothing, else this is exit 10.
tocsin sites import export/sites.csv --client="$client" --mode=upsert --dry-run --exit-code
