// Lists the addresses of a user, adds one, and deletes it. Needs Go alone.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

// Link is a link of HAL. It is there if the user may follow it now.
type Link struct {
	Href string `json:"href"`
}

// Address is an address of a user.
type Address struct {
	FullName   string          `json:"full_name"`
	Address1   string          `json:"address_1"`
	City       string          `json:"city"`
	PostalCode string          `json:"postal_code"`
	Country    string          `json:"country_code,omitempty"`
	Links      map[string]Link `json:"_links,omitempty"`
}

// Page is a page of a collection of addresses.
type Page struct {
	Links    map[string]Link `json:"_links"`
	Embedded struct {
		Items []Address `json:"items"`
	} `json:"_embedded"`
}

// Error is an error by its code, such as validation_failed, with the faults of each property.
type Error struct {
	Status  int                 `json:"-"`
	Code    string              `json:"code"`
	Message string              `json:"message"`
	Errors  map[string][]string `json:"errors"`
}

func (e *Error) Error() string { return e.Message }

var client = http.Client{Timeout: 30 * time.Second}

func call(method, url string, body, result any) error {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, url, &content)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
	request.Header.Set("Accept", "application/hal+json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if method == http.MethodPost {
		// With the same key, a repeated request gives the first response and adds nothing.
		request.Header.Set("Idempotency-Key", newKey())
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		problem := &Error{Status: response.StatusCode}
		if err := json.NewDecoder(response.Body).Decode(problem); err != nil {
			return err
		}
		return problem
	}
	if result == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(result)
}

func newKey() string {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(key)
}

func run(baseURL string) error {
	for url := baseURL + "/addresses?page_size=2"; url != ""; {
		var page Page
		if err := call(http.MethodGet, url, nil, &page); err != nil {
			return err
		}
		for _, address := range page.Embedded.Items {
			fmt.Printf("%s, %s\n", address.FullName, address.City)
		}
		url = page.Links["next"].Href
	}

	home := Address{
		FullName:   "Ada Lovelace",
		Address1:   "12 St James’s Square",
		City:       "London",
		PostalCode: "SW1Y 4JH",
		Country:    "GB",
	}
	var added Address
	if err := call(http.MethodPost, baseURL+"/addresses", home, &added); err != nil {
		return err
	}
	fmt.Println("Added:", added.City)

	home.PostalCode = "London"
	var problem *Error
	if err := call(http.MethodPost, baseURL+"/addresses", home, nil); !errors.As(err, &problem) {
		return fmt.Errorf("a wrong address was not refused: %w", err)
	}
	faulty := []string{}
	for property := range problem.Errors {
		faulty = append(faulty, property)
	}
	fmt.Printf("%d %s: %s\n", problem.Status, problem.Code, strings.Join(faulty, ", "))

	if err := call(http.MethodDelete, added.Links["address:delete"].Href, nil, nil); err != nil {
		return err
	}
	fmt.Println("Deleted")
	return nil
}

func main() {
	log.SetFlags(0)
	issuer := os.Getenv("FOYER_URL")
	if issuer == "" {
		issuer = "http://localhost:8080"
	}
	if err := run(issuer + "/v2"); err != nil {
		log.Fatal(err)
	}
}
