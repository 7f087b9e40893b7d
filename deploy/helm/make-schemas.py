"""`make-schemas.py swagger.json folder`: a strict JSON schema for each kind of Kubernetes, as kubeconform reads them, from
the API's own description (api/openapi-spec/swagger.json of k8s.io/kubernetes, which is also a module of Go). With
SCHEMAS='folder/{{.ResourceKind}}{{.KindSuffix}}.json' check.sh then needs no network."""

import json
import pathlib
import sys

swagger, folder = sys.argv[1:]
definitions = json.loads(pathlib.Path(swagger).read_text())["definitions"]
definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"] = {"type": ["string", "integer"]}
definitions["io.k8s.apimachinery.pkg.api.resource.Quantity"] = {"type": ["string", "number"]}
for schema in definitions.values():
    # What the API does not know, it drops in silence; here it is an error.
    if "properties" in schema:
        schema["additionalProperties"] = False



def needed_by(name):
    """The definition and those that it refers to."""
    found, open_names = {}, [name]
    while open_names:
        one = open_names.pop()
        if one in found:
            continue
        found[one] = definitions[one]
        text = json.dumps(definitions[one])
        open_names += [ref.split('"')[0] for ref in text.split('"#/definitions/')[1:]]
    return found


target = pathlib.Path(folder)
target.mkdir(parents=True, exist_ok=True)
for name, schema in definitions.items():
    for kind in schema.get("x-kubernetes-group-version-kind", []):
        group = kind["group"].split(".")[0]
        suffix = "-".join(part for part in (group, kind["version"]) if part)
        file = target / f"{kind['kind'].lower()}-{suffix}.json"
        file.write_text(json.dumps({"$ref": f"#/definitions/{name}", "definitions": needed_by(name)}))
