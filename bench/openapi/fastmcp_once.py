"""Imports an OpenAPI document with FastMCP, calls its tools, and prints what happened. Usage: fastmcp_once.py <job.json>"""

import asyncio
import json
import logging
import sys
import time

import httpx2
from fastmcp import Client, FastMCP

logging.disable(logging.CRITICAL)


def arguments_of(route, call):
    """Returns the arguments of a tool, under the names that FastMCP gives them."""
    arguments = {}
    body = call.get("body")
    wanted = {(each["in"], each["name"]): each["value"] for each in call["parameters"]}
    for name, mapping in route.parameter_map.items():
        place = (mapping["location"], mapping["openapi_name"])
        if place in wanted:
            arguments[name] = wanted[place]
        elif mapping["location"] == "body" and body is not None:
            schema = route.flat_param_schema["properties"].get(name)
            if isinstance(body, dict) and mapping["openapi_name"] in body:
                arguments[name] = body[mapping["openapi_name"]]
            elif schema is not None and not isinstance(body, dict):
                arguments[name] = body
    return arguments


async def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    with open(job["document"]) as file:
        document = json.load(file)
    started = time.perf_counter()
    outcomes = {}
    async with httpx2.AsyncClient(base_url=job["mock"], timeout=30) as http:
        server = FastMCP.from_openapi(document, client=http, name="measured")
        tools = {}
        for tool in await server.list_tools():
            tools[f"{tool._route.method.upper()} {tool._route.path}"] = tool
        seconds = time.perf_counter() - started
        async with Client(server) as client:
            listed = await client.list_tools()
            for index, call in enumerate(job["calls"]):
                tool = tools.get(call["operation"])
                if tool is None:
                    outcomes[index] = "no tool"
                    continue
                await http.get(f"/.expect/{index}")
                try:
                    given = arguments_of(tool._route, call)
                    result = await client.call_tool(tool.name, given, raise_on_error=False)
                    text = "".join(getattr(block, "text", "") for block in result.content)
                    outcomes[index] = text if result.is_error else "ok"
                except Exception as error:
                    outcomes[index] = f"{type(error).__name__}: {error}"
    described = [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": getattr(tool, "input_schema", None) or getattr(tool, "inputSchema", None),
        }
        for tool in listed
    ]
    print(json.dumps({"tools": described, "outcomes": outcomes, "seconds": seconds}))


asyncio.run(main())
